/** The figures by which the project is judged: {@code scripts/score NAME} runs the class {@code NameScore} of this package. */
@NullMarked
package io.agentkit.score;

import org.jspecify.annotations.NullMarked;
