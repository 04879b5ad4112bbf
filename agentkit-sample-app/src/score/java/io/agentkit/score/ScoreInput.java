package io.agentkit.score;

import java.io.PrintStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a score reads and writes.
 *
 * @param data the folder with the data sets
 * @param cases a file of cases to take instead of the data set's own, or null
 * @param out where details go, ahead of the closing line
 */
record ScoreInput(Path data, @Nullable Path cases, PrintStream out) {}
