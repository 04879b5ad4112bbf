package io.agentkit.egress;

/**
 * Which arguments of tools are looked at. Those declared as addresses always are, and must be texts.
 */
public enum EgressScan {
    /** Only those declared as addresses. */
    DECLARED,
    /** Every text that is a URL, or begins with one. */
    WHOLE,
    /** Every text, for URLs anywhere in it: prose and program code with private addresses are refused as well. */
    ANY
}
