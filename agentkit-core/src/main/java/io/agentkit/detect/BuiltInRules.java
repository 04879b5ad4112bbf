package io.agentkit.detect;

import java.util.ArrayList;
import java.util.List;

/** What comes with agentkit. */
final class BuiltInRules {

    private BuiltInRules() {}

    static List<Rule> all() {
        List<Rule> rules = new ArrayList<>();
        rules.addAll(OverrideRules.all());
        rules.addAll(ExtractionRules.all());
        rules.addAll(JailbreakRules.all());
        rules.addAll(DataRules.all());
        return List.copyOf(rules);
    }
}
