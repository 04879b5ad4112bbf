import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.ToolProvider;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Keeps docs/coverage.md and the tests together. Run with {@code java scripts/Coverage.java COMMAND} from the project's root.
 *
 * <ul>
 *   <li>{@code write}: writes docs/coverage.md from the trailing comments of the tests ({@code @Test // TC-050, RE-01}) and
 *       from docs/decisions/coverage-notes.tsv, and lists the required cases that nothing answers.
 *   <li>{@code check SINCE [strict]}: fails when a test or note that docs/coverage.md names is absent, or a test did not run,
 *       was skipped or failed since SINCE (an ISO instant). With {@code strict}, also when a required case is unanswered or the
 *       page is not what {@code write} would make.
 *   <li>{@code totals SINCE}: prints the closing line of a test run; fails when a test failed, was skipped, or none ran.
 * </ul>
 */
class Coverage {

    private static final Path PAGE = Path.of("docs/coverage.md");
    private static final Path REQUIRED = Path.of("docs/coverage-required.txt");
    private static final Path NOTES = Path.of("docs/decisions/coverage-notes.tsv");
    private static final Pattern ID = Pattern.compile("\\b[A-Z]{2}-\\d{2,3}\\b");
    private static final Pattern NAMED_TEST = Pattern.compile("`([\\w.$]+#\\w+)`");
    private static final Pattern NAMED_NOTE = Pattern.compile("\\]\\((decisions/[^)#]+\\.md)[^)]*\\)");

    public static void main(String[] args) throws Exception {
        String command = args.length == 0 ? "" : args[0];
        int status =
                switch (command) {
                    case "write" -> write();
                    case "check" -> check(since(args), args.length > 2 && args[2].equals("strict"));
                    case "totals" -> totals(since(args));
                    default -> usage();
                };
        System.exit(status);
    }

    private static int usage() {
        System.err.println("usage: java scripts/Coverage.java write | check SINCE [strict] | totals SINCE");
        return 2;
    }

    private static Instant since(String[] args) {
        return args.length > 1 ? Instant.parse(args[1]) : Instant.EPOCH;
    }

    private static int write() throws IOException {
        Map<String, Set<String>> answers = answers();
        Files.writeString(PAGE, render(answers));
        List<String> missing = missing(answers.keySet());
        System.out.println(PAGE + ": " + answers.size() + " cases answered, " + missing.size() + " required cases open");
        missing.forEach(id -> System.out.println("  open: " + id));
        return 0;
    }

    private static int check(Instant since, boolean strict) throws IOException {
        String page = Files.exists(PAGE) ? Files.readString(PAGE) : "";
        List<String> errors = new ArrayList<>();
        List<String> shortfalls = new ArrayList<>();
        Reports reports = Reports.since(since);
        Set<String> rows = new TreeSet<>();
        for (String line : page.lines().filter(l -> l.startsWith("| ")).toList()) {
            Matcher id = ID.matcher(line.substring(0, Math.max(0, line.indexOf('|', 2))));
            if (!id.find()) {
                continue;
            }
            rows.add(id.group());
            List<String> tests = all(NAMED_TEST, line);
            List<String> notes = all(NAMED_NOTE, line);
            if (tests.isEmpty() && notes.isEmpty()) {
                errors.add(id.group() + " names neither a test nor a decision note");
            }
            tests.forEach(test -> reports.complaint(test).ifPresent(c -> errors.add(id.group() + ": " + test + " " + c)));
            notes.stream()
                    .filter(note -> !Files.exists(Path.of("docs", note)))
                    .forEach(note -> errors.add(id.group() + ": docs/" + note + " does not exist"));
        }
        missing(rows).forEach(id -> shortfalls.add(id + " is required and has no row"));
        if (!page.equals(render(answers()))) {
            shortfalls.add(PAGE + " is not what the tests say: run scripts/coverage-from-tests");
        }
        if (strict) {
            errors.addAll(shortfalls);
        } else if (!shortfalls.isEmpty()) {
            System.out.println("coverage: " + shortfalls.size() + " open, the first: " + shortfalls.get(0));
        }
        errors.forEach(e -> System.err.println("coverage: " + e));
        System.out.println("coverage: " + rows.size() + " cases, " + errors.size() + " errors");
        return errors.isEmpty() ? 0 : 1;
    }

    private static int totals(Instant since) throws IOException {
        Collection<Outcome> outcomes = Reports.since(since).cases;
        long passed = outcomes.stream().filter(o -> o == Outcome.PASSED).count();
        long failed = outcomes.stream().filter(o -> o == Outcome.FAILED).count();
        long skipped = outcomes.size() - passed - failed;
        // Maven leaves a colour reset at the end of its last line; this one has to stand alone.
        System.out.println();
        System.out.println(passed + " passed, " + failed + " failed, " + skipped + " skipped");
        return failed == 0 && skipped == 0 && passed > 0 ? 0 : 1;
    }

    private static List<String> missing(Set<String> answered) throws IOException {
        return lines(REQUIRED).filter(id -> !answered.contains(id)).toList();
    }

    /** Case id to the markdown that answers it, tests first. */
    private static Map<String, Set<String>> answers() throws IOException {
        Map<String, Set<String>> answers = new TreeMap<>();
        Sources sources = Sources.ofTests();
        sources.tagged.forEach((test, ids) -> sources.runnable(test)
                .forEach(name -> ids.forEach(id -> answer(answers, id).add("`" + name + "`"))));
        if (Files.exists(NOTES)) {
            for (String line : lines(NOTES).toList()) {
                String[] columns = line.split("\t");
                if (columns.length < 3) {
                    throw new IllegalStateException(NOTES + ": want ids, note and reason, separated by tabs: " + line);
                }
                String link = "[decisions/" + columns[1] + "](decisions/" + columns[1] + "): " + columns[2];
                all(ID, columns[0]).forEach(id -> answer(answers, id).add(link));
            }
        }
        return answers;
    }

    private static Set<String> answer(Map<String, Set<String>> answers, String id) {
        return answers.computeIfAbsent(id, key -> new TreeSet<>(Coverage::testsFirst));
    }

    private static int testsFirst(String a, String b) {
        boolean noteA = a.startsWith("[");
        return noteA == b.startsWith("[") ? a.compareTo(b) : noteA ? 1 : -1;
    }

    private static String render(Map<String, Set<String>> answers) {
        StringBuilder page = new StringBuilder(
                """
                # Coverage

                Which test, or which decision, answers each known case: `TC-nnn` are the behaviours that were collected from earlier
                libraries, the other ids are defects that users of such libraries reported. Written by `scripts/coverage-from-tests`; the
                build checks that every test named here exists and ran.
                """);
        Map<Boolean, List<String>> halves =
                answers.keySet().stream().collect(Collectors.partitioningBy(id -> id.startsWith("TC-")));
        section(page, "Behaviours", halves.get(true), answers);
        section(page, "Reported defects", halves.get(false), answers);
        return page.toString();
    }

    private static void section(StringBuilder page, String title, List<String> ids, Map<String, Set<String>> answers) {
        if (ids.isEmpty()) {
            return;
        }
        page.append("\n## ").append(title).append("\n\n| case | answered by |\n| --- | --- |\n");
        ids.forEach(id -> page.append("| " + id + " | " + String.join("<br>", answers.get(id)) + " |\n"));
    }

    private static Stream<String> lines(Path file) throws IOException {
        return Files.readAllLines(file).stream().filter(line -> !line.isBlank() && !line.startsWith("#"));
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(r -> r.groupCount() == 0 ? r.group() : r.group(1))
                .toList();
    }

    private static List<Path> modules(String below) throws IOException {
        try (Stream<Path> children = Files.list(Path.of(""))) {
            return children.map(module -> module.resolve(below)).filter(Files::isDirectory).sorted().toList();
        }
    }

    private enum Outcome {
        PASSED,
        FAILED,
        SKIPPED
    }

    /** What the test reports of one run say. */
    private record Reports(Map<String, Outcome> byTest, List<Outcome> cases) {

        static Reports since(Instant since) throws IOException {
            Reports reports = new Reports(new HashMap<>(), new ArrayList<>());
            for (Path directory : modules("target/surefire-reports")) {
                try (Stream<Path> files = Files.list(directory)) {
                    for (Path file : files.filter(f -> f.getFileName().toString().matches("TEST-.*\\.xml"))
                            .sorted()
                            .toList()) {
                        // A report that an earlier run left behind proves nothing about this one.
                        if (!Files.getLastModifiedTime(file).toInstant().isBefore(since)) {
                            reports.read(file);
                        }
                    }
                }
            }
            return reports;
        }

        private void read(Path file) throws IOException {
            try (InputStream in = Files.newInputStream(file)) {
                XMLStreamReader xml = XMLInputFactory.newFactory().createXMLStreamReader(in);
                String suite = "";
                String test = null;
                Outcome outcome = Outcome.PASSED;
                while (xml.hasNext()) {
                    int event = xml.next();
                    if (event == XMLStreamConstants.START_ELEMENT) {
                        switch (xml.getLocalName()) {
                            case "testsuite" -> suite = xml.getAttributeValue(null, "name");
                            case "testcase" -> {
                                test = name(suite, xml);
                                outcome = Outcome.PASSED;
                            }
                            case "skipped" -> outcome = Outcome.SKIPPED;
                            case "failure", "error" -> outcome = Outcome.FAILED;
                            default -> {}
                        }
                    } else if (event == XMLStreamConstants.END_ELEMENT && xml.getLocalName().equals("testcase")) {
                        cases.add(outcome);
                        byTest.merge(test, outcome, (a, b) -> a.compareTo(b) > 0 ? a : b);
                    }
                }
            } catch (XMLStreamException e) {
                throw new IOException(file + " is not readable", e);
            }
        }

        /** Engines other than Jupiter write simple class names, so the suite says the package. */
        private static String name(String suite, XMLStreamReader xml) {
            String type = xml.getAttributeValue(null, "classname");
            if (type.indexOf('.') < 0) {
                type = suite.endsWith("." + type) ? suite : suite + "$" + type;
            }
            String method = xml.getAttributeValue(null, "name");
            Matcher word = Pattern.compile("\\w+").matcher(method);
            return type + "#" + (word.lookingAt() ? word.group() : method);
        }

        Optional<String> complaint(String test) {
            Outcome outcome = byTest.get(test);
            if (outcome == null) {
                return Optional.of("did not run in this build");
            }
            return switch (outcome) {
                case PASSED -> Optional.empty();
                case FAILED -> Optional.of("failed");
                case SKIPPED -> Optional.of("was skipped");
            };
        }
    }

    /** What the test sources say: tagged tests, and which classes run the tests of an abstract one. */
    private record Sources(
            Map<String, Set<String>> tagged, Set<String> abstracts, Map<String, Set<String>> subtypesBySimpleName) {

        private static final Set<String> TESTS =
                Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "Property", "Example", "ArchTest");

        static Sources ofTests() throws IOException {
            Sources sources = new Sources(new LinkedHashMap<>(), new TreeSet<>(), new HashMap<>());
            List<Path> files = new ArrayList<>();
            for (Path root : modules("src/test/java")) {
                try (Stream<Path> tree = Files.walk(root)) {
                    tree.filter(f -> f.toString().endsWith(".java")).sorted().forEach(files::add);
                }
            }
            if (files.isEmpty()) {
                return sources;
            }
            var compiler = ToolProvider.getSystemJavaCompiler();
            try (var manager = compiler.getStandardFileManager(null, null, null)) {
                JavacTask task = (JavacTask) compiler.getTask(
                        null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
                SourcePositions positions = Trees.instance(task).getSourcePositions();
                for (CompilationUnitTree unit : task.parse()) {
                    sources.new Reader(unit, positions).scan(unit, null);
                }
            }
            return sources;
        }

        /** The names under which a tagged test runs: its own, or one for each concrete subclass. */
        Set<String> runnable(String test) {
            String type = test.substring(0, test.indexOf('#'));
            Set<String> types = new TreeSet<>();
            collect(type, types);
            return types.stream()
                    .map(t -> t + test.substring(test.indexOf('#')))
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        private void collect(String type, Set<String> concrete) {
            if (!abstracts.contains(type)) {
                concrete.add(type);
                return;
            }
            String simple = type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
            subtypesBySimpleName.getOrDefault(simple, Set.of()).forEach(sub -> collect(sub, concrete));
        }

        private final class Reader extends TreeScanner<Void, Void> {

            private final CompilationUnitTree unit;
            private final SourcePositions positions;
            private final CharSequence text;
            private final Deque<String> nesting = new ArrayDeque<>();

            Reader(CompilationUnitTree unit, SourcePositions positions) throws IOException {
                this.unit = unit;
                this.positions = positions;
                this.text = unit.getSourceFile().getCharContent(true);
            }

            @Override
            public Void visitClass(ClassTree type, Void unused) {
                String name = nesting.isEmpty()
                        ? (unit.getPackageName() == null ? "" : unit.getPackageName() + ".") + type.getSimpleName()
                        : nesting.peek() + "$" + type.getSimpleName();
                if (type.getKind() == Tree.Kind.INTERFACE
                        || type.getModifiers().getFlags().contains(Modifier.ABSTRACT)) {
                    abstracts.add(name);
                }
                Stream.concat(Stream.ofNullable(type.getExtendsClause()), type.getImplementsClause().stream())
                        .map(parent -> parent.toString().replaceAll("<.*", "").replaceAll(".*\\.", ""))
                        .forEach(parent -> subtypesBySimpleName
                                .computeIfAbsent(parent, key -> new TreeSet<>())
                                .add(name));
                nesting.push(name);
                super.visitClass(type, unused);
                nesting.pop();
                return null;
            }

            @Override
            public Void visitMethod(MethodTree method, Void unused) {
                member(method.getModifiers(), method.getName().toString());
                return super.visitMethod(method, unused);
            }

            @Override
            public Void visitVariable(VariableTree field, Void unused) {
                member(field.getModifiers(), field.getName().toString());
                return super.visitVariable(field, unused);
            }

            private void member(ModifiersTree modifiers, String name) {
                for (AnnotationTree annotation : modifiers.getAnnotations()) {
                    String simple = annotation.getAnnotationType().toString().replaceAll(".*\\.", "");
                    if (TESTS.contains(simple)) {
                        List<String> ids = all(ID, trailingComment(annotation));
                        if (!ids.isEmpty()) {
                            tagged.computeIfAbsent(nesting.peek() + "#" + name, key -> new TreeSet<>())
                                    .addAll(ids);
                        }
                    }
                }
            }

            /** The comment behind the annotation, with the lines onto which the formatter may have wrapped it. */
            private String trailingComment(AnnotationTree annotation) {
                LineMap lines = unit.getLineMap();
                long end = positions.getEndPosition(unit, annotation);
                StringBuilder comment = new StringBuilder();
                long line = lines.getLineNumber(end);
                String rest = restOfLine(end);
                while (rest.stripLeading().startsWith("//")) {
                    comment.append(rest).append('\n');
                    line++;
                    rest = restOfLine(lines.getStartPosition(line));
                }
                return comment.toString();
            }

            private String restOfLine(long from) {
                int to = (int) from;
                while (to < text.length() && text.charAt(to) != '\n') {
                    to++;
                }
                return text.subSequence((int) from, to).toString();
            }
        }
    }
}
