package software.amazon.awssdk.services.bedrockruntime.model;

/** Stands for the AWS client's count, which is known by its name only. */
public final class TokenUsage {}
