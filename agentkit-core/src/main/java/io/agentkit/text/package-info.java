/**
 * Plain work on texts that several concerns share: cutting, masking and canonical JSON. Knows the JDK and nothing else.
 */
@NullMarked
package io.agentkit.text;

import org.jspecify.annotations.NullMarked;
