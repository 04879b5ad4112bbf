package io.agentkit.score;

import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Runs one score: {@code NAME DATA [CASES]}. The last line printed is {@code NAME: figures}; the exit status is 0 when the bar
 * is met and 1 when it is not.
 */
final class ScoreMain {

    private ScoreMain() {}

    public static void main(String[] args) throws Exception {
        Path cases = args.length > 2 ? Path.of(args[2]) : null;

        Figures figures;
        try {
            figures = score(args[0]).measure(new ScoreInput(Path.of(args[1]), cases, System.out));
        } catch (NoSuchFileException absent) {
            System.out.println(args[0] + ": not measured, there is no data at " + absent.getFile() + " (see --data)");
            System.exit(1);
            return;
        }

        System.out.println(args[0] + ": " + figures.text());
        System.exit(figures.met() ? 0 : 1);
    }

    private static Score score(String name) throws ReflectiveOperationException {
        String type = Arrays.stream(name.split("-"))
                .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                .collect(Collectors.joining("", ScoreMain.class.getPackageName() + ".", "Score"));
        return Class.forName(type)
                .asSubclass(Score.class)
                .getDeclaredConstructor()
                .newInstance();
    }
}
