package io.agentkit.coerce;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.MessageInterpolator;
import jakarta.validation.NoProviderFoundException;
import jakarta.validation.Path;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.metadata.ConstraintDescriptor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Checks the constraints that a type has beside its schema. Thread-safe. */
interface Constraints {

    /** For types without any, and where Bean Validation is not on the class path. */
    Constraints NONE = value -> List.of();

    List<OutputProblem> problems(Object value);

    static Constraints find() {
        try {
            return Found.INSTANCE;
        } catch (NoClassDefFoundError absent) {
            return NONE;
        }
    }

    /** Bean Validation, when it has a provider. */
    final class Found implements Constraints {

        static final Constraints INSTANCE = create();

        private final Validator validator;

        private Found(Validator validator) {
            this.validator = validator;
        }

        private static Constraints create() {
            try {
                return new Found(Validation.byDefaultProvider()
                        .configure()
                        .messageInterpolator(new Templates())
                        .buildValidatorFactory()
                        .getValidator());
            } catch (NoProviderFoundException absent) {
                return NONE;
            }
        }

        @Override
        public List<OutputProblem> problems(Object value) {
            List<OutputProblem> problems = new ArrayList<>();
            for (ConstraintViolation<Object> violation : validator.validate(value)) {
                ConstraintDescriptor<?> constraint = violation.getConstraintDescriptor();
                String rule = constraint.getAnnotation().annotationType().getSimpleName();
                problems.add(new OutputProblem(pointer(violation.getPropertyPath()), rule, hint(rule, constraint)));
            }
            problems.sort(Comparator.comparing(OutputProblem::path).thenComparing(OutputProblem::rule));
            return problems.size() > OutputSchema.MAX_PROBLEMS
                    ? problems.subList(0, OutputSchema.MAX_PROBLEMS)
                    : problems;
        }

        /** Such as {@code must satisfy Max {value=10}}: the same in every language, and without the value. */
        private static String hint(String rule, ConstraintDescriptor<?> constraint) {
            Map<String, Object> attributes = new TreeMap<>(constraint.getAttributes());
            attributes.keySet().removeAll(Set.of("message", "groups", "payload"));
            return attributes.isEmpty() ? "must satisfy " + rule : "must satisfy " + rule + " " + attributes;
        }

        private static String pointer(Path path) {
            StringBuilder pointer = new StringBuilder();
            for (Path.Node node : path) {
                if (node.getIndex() != null) {
                    pointer.append('/').append(node.getIndex());
                } else if (node.getKey() != null) {
                    pointer.append('/').append(Problems.escaped(node.getKey()));
                }
                if (node.getName() != null && !node.getName().startsWith("<")) {
                    pointer.append('/').append(Problems.escaped(node.getName()));
                }
            }
            return pointer.toString();
        }
    }

    /** Messages are not asked for, so that nothing has to be there to make them. */
    final class Templates implements MessageInterpolator {

        @Override
        public String interpolate(String template, Context context) {
            return template;
        }

        @Override
        public String interpolate(String template, Context context, Locale locale) {
            return template;
        }
    }
}
