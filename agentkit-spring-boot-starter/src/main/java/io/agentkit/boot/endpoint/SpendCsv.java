package io.agentkit.boot.endpoint;

import io.agentkit.chat.Usage;
import io.agentkit.spend.SpendLine;
import io.agentkit.spend.SpendTotals;
import java.util.List;

/**
 * Writes lines as RFC 4180 has it. Names come from outside: one that a spreadsheet would take for a formula gets an apostrophe before it,
 * which spreadsheets take for "this is text".
 */
final class SpendCsv {

    private static final String END = "\r\n";

    private static final String HEADER = "from,to,by,name,requests,answers,input_tokens,cache_read_tokens,"
            + "cache_write_tokens,output_tokens,usd,answers_usd,waste_usd,exact";

    /** What a spreadsheet takes for the beginning of a formula, also in its full width; tabs and line ends are skipped before it. */
    private static final String FORMULA = "=+-@\t\r\n＝＋－＠";

    private SpendCsv() {}

    static String write(List<SpendLine> lines) {
        StringBuilder csv = new StringBuilder(HEADER).append(END);
        for (SpendLine line : lines) {
            SpendTotals spend = line.amounts().spend();
            Usage usage = spend.usage();
            csv.append(line.from()).append(',').append(line.to()).append(',');
            csv.append(text(line.by())).append(',').append(text(line.name())).append(',');
            csv.append(spend.requests()).append(',').append(line.amounts().answers());
            csv.append(',').append(usage.input()).append(',').append(usage.cacheRead());
            csv.append(',').append(usage.cacheWrite()).append(',').append(usage.output());
            csv.append(',')
                    .append(spend.usd())
                    .append(',')
                    .append(line.amounts().answersUsd());
            csv.append(',').append(line.amounts().wasteUsd());
            csv.append(',').append(spend.exact()).append(END);
        }
        return csv.toString();
    }

    static String text(String text) {
        String blunt = isFormula(text) ? "'" + text : text;
        boolean quoted = blunt.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n' || c == ';')
                || !blunt.strip().equals(blunt);
        return quoted ? '"' + blunt.replace("\"", "\"\"") + '"' : blunt;
    }

    private static boolean isFormula(String text) {
        return beginsFormula(text) || beginsFormula(text.stripLeading());
    }

    private static boolean beginsFormula(String text) {
        return !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0;
    }
}
