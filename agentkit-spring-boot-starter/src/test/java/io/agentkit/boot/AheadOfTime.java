package io.agentkit.boot;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.io.InputStreamSource;
import org.springframework.javapoet.ClassName;

/**
 * What {@code process-aot} does to an application, in one JVM: generates the sources that register its beans and compiles them. The classes
 * are put into the packages of the classes they belong to, under the name of the application, which can be processed once in a JVM.
 */
public final class AheadOfTime {

    private final InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();

    private final ClassName initializer;

    public AheadOfTime(Class<?> application, GenericApplicationContext context) {
        var generation = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get(application), application.getSimpleName()), files);
        initializer = new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        generation.writeGeneratedContent();
    }

    /** All generated sources. */
    public String sources() throws IOException {
        StringBuilder all = new StringBuilder();
        for (InputStreamSource source : files.getGeneratedFiles(Kind.SOURCE).values()) {
            all.append(new String(source.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        }
        return all.toString();
    }

    @SuppressWarnings("unchecked")
    public ApplicationContextInitializer<GenericApplicationContext> initializer(Path folder) throws Exception {
        List<File> sources = new ArrayList<>();
        for (Map.Entry<String, InputStreamSource> source :
                files.getGeneratedFiles(Kind.SOURCE).entrySet()) {
            Path file = folder.resolve("src").resolve(source.getKey());
            Files.createDirectories(file.getParent());
            Files.copy(
                    new ByteArrayInputStream(source.getValue().getInputStream().readAllBytes()), file);
            sources.add(file.toFile());
        }
        Path classes = Files.createDirectories(folder.resolve("classes"));
        compile(sources, classes);
        define(classes);
        return (ApplicationContextInitializer<GenericApplicationContext>) Class.forName(initializer.reflectionName())
                .getDeclaredConstructor()
                .newInstance();
    }

    private static void compile(List<File> sources, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<String> options = List.of(
                    "-proc:none", "-d", classes.toString(), "-classpath", System.getProperty("java.class.path"));
            var task = compiler.getTask(
                    complaints, manager, null, options, null, manager.getJavaFileObjectsFromFiles(sources));
            if (!Boolean.TRUE.equals(task.call())) {
                throw new AssertionError(complaints.toString());
            }
        }
    }

    /** Next to the class that each belongs to, whose package-private members it calls. */
    private static void define(Path classes) throws Exception {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(classes)) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            String name = classes.relativize(file).toString().replace(File.separatorChar, '.');
            Class<?> owner = Class.forName(name.substring(0, name.indexOf("__")));
            MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).defineClass(Files.readAllBytes(file));
        }
    }
}
