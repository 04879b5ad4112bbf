package io.agentkit.boot;

/** Where something is kept. */
public enum StoreKind {
    /** In this process, until it ends. */
    MEMORY,
    /** In the application's database, shared by all processes that use it. */
    JDBC
}
