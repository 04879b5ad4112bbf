package io.agentkit.testserver;

import org.jspecify.annotations.Nullable;

/** What a reply consists of, before a protocol gives it its form. */
sealed interface Body permits Message, Body.Failure, Body.Raw {

    /** An error object; each protocol takes its own form of it. */
    record Failure(ErrorForm openAi, ErrorForm anthropic, String message) implements Body {}

    /** Text that goes out as it is; server-sent events are paced and can be cut like any other. */
    record Raw(String contentType, String text) implements Body {}

    /** Status, type and code of an error on one protocol; Anthropic knows no code. */
    record ErrorForm(int status, String type, @Nullable String code) {}
}
