package io.agentkit.score;

import java.util.ArrayList;
import java.util.List;

/** Rows of a CSV file with quoted fields. */
final class Csv {

    private Csv() {}

    /** The rows below the header. */
    static List<List<String>> rows(String text) {
        List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '"' && quoted && i + 1 < text.length() && text.charAt(i + 1) == '"') {
                field.append('"');
                i++;
            } else if (character == '"') {
                quoted = !quoted;
            } else if (!quoted && (character == ',' || character == '\n')) {
                row.add(field.toString());
                field.setLength(0);
                if (character == '\n') {
                    rows.add(List.copyOf(row));
                    row.clear();
                }
            } else if (quoted || character != '\r') {
                field.append(character);
            }
        }
        if (!row.isEmpty()) {
            row.add(field.toString());
            rows.add(row);
        }
        return rows.subList(1, rows.size());
    }
}
