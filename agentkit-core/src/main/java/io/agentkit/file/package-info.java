/**
 * Files that have to be trusted: appended to, synchronized with the disk, written by one process at a time. Knows the JDK and nothing of the
 * rest.
 */
@NullMarked
package io.agentkit.file;

import org.jspecify.annotations.NullMarked;
