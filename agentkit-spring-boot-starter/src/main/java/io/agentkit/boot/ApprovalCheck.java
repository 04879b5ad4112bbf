package io.agentkit.boot;

import io.agentkit.boot.ChainDefinition.Stage;
import io.agentkit.safety.PolicySpec;
import java.util.HashSet;
import java.util.List;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Refuses policies that have calls wait for an approval which nothing in their chain asks for: none of them could ever be made. */
final class ApprovalCheck {

    private final PropertyTree tree;

    private final ChainDefinitions definitions;

    ApprovalCheck(PropertyTree tree, ChainDefinitions definitions) {
        this.tree = tree;
        this.definitions = definitions;
    }

    void check(Mistakes mistakes) {
        for (ChainDefinition chain : new HashSet<>(definitions.tool().values())) {
            List<String> names = chain.names();
            for (Stage stage : chain.stages()) {
                if (stage.spec() instanceof PolicySpec policy
                        && !policy.requireApproval().isEmpty()
                        && names.indexOf("approval") < names.indexOf(stage.name())) {
                    mistakes.in(() -> refuse(stage, names.contains("approval")));
                }
            }
        }
    }

    private void refuse(Stage stage, boolean outside) {
        ConfigurationPropertyName name =
                ConfigurationPropertyName.of(stage.bean()).append("require-approval");
        throw Complaint.about(
                        name.toString(),
                        tree.firstAt(name),
                        outside
                                ? "'approval' stands outside 'policy', so it does not know of these calls, and they are all refused"
                                : "No 'approval' stands in the chain, so these calls are all refused")
                .remedy("Write 'approval' behind 'policy' in the list of the chain.");
    }
}
