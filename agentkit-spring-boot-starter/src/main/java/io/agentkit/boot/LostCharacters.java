package io.agentkit.boot;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.EnumerablePropertySource;

/**
 * Refuses names that Spring Boot would read as other names: outside of brackets it leaves out what is no letter, digit, dash or underscore,
 * so that a model {@code openai/gpt-5} would become {@code openaigpt-5} and its price that of no model.
 */
final class LostCharacters {

    private static final Pattern BRACKETS = Pattern.compile("\\[[^\\]]*]");

    private static final Pattern LOSING = Pattern.compile("[^.\\[\\]]*[^A-Za-z0-9._\\-\\[\\]][^.\\[\\]]*");

    private LostCharacters() {}

    static void refuse(List<EnumerablePropertySource<?>> documents) {
        for (EnumerablePropertySource<?> document : documents) {
            for (String name : document.getPropertyNames()) {
                Matcher losing = LOSING.matcher(BRACKETS.matcher(name).replaceAll("[]"));
                if (name.startsWith(PropertyTree.ROOT + ".") && losing.find()) {
                    Origin origin = OriginLookup.getOrigin(document, name);
                    throw new Complaint(
                                    name,
                                    null,
                                    origin,
                                    "Only letters, digits, dashes and underscores of '%s' would be read"
                                            .formatted(losing.group()))
                            .remedy("Write the name in quotes and brackets: \"[%s]\".".formatted(losing.group()));
                }
            }
        }
    }
}
