package io.agentkit.score;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Cases that are made: every notation of addresses in every special-purpose range, the same of public ones, and forms written down. */
final class EgressForms {

    private static final String WRITTEN = "egress-forms.jsonl";

    private EgressForms() {}

    static List<EgressCase> all() throws IOException {
        List<EgressCase> cases = new ArrayList<>();
        for (long address : EgressRanges.specialFour()) {
            EgressNotations.of(address)
                    .forEach((name, host) -> cases.add(EgressCase.block("IPv4: " + name, "http://" + host + "/")));
            EgressNotations.refused(address)
                    .forEach((name, host) -> cases.add(EgressCase.block("IPv4: " + name, "http://" + host + "/")));
        }
        for (long address : EgressRanges.publicFour()) {
            EgressNotations.of(address)
                    .forEach((name, host) -> cases.add(EgressCase.allow("IPv4: " + name, "http://" + host + "/")));
        }
        for (String address : EgressRanges.specialSix()) {
            cases.add(EgressCase.block("IPv6", "http://[" + address + "]/"));
            cases.add(EgressCase.block("IPv6, zone", "http://[" + address + "%25eth0]:8080/"));
        }
        for (String address : EgressRanges.publicSix()) {
            cases.add(EgressCase.allow("IPv6", "http://[" + address + "]:8080/x"));
        }
        cases.addAll(EgressCase.read(WRITTEN));
        return cases;
    }
}
