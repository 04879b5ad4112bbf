package io.agentkit.cache.semantic;

import io.agentkit.cache.CacheFigures;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notices vectors that say nothing of their text: always the same one, or that of another text. Thread-safe. */
final class VectorCheck {

    private static final Logger log = LoggerFactory.getLogger(SemanticMemoizeSpec.class);

    private static final double SAME = 0.9999;

    private final CacheFigures figures;
    private final AtomicBoolean said = new AtomicBoolean();

    VectorCheck(CacheFigures figures) {
        this.figures = figures;
    }

    /** Looks at a question that was found and does not mean the same. */
    void look(Question question, SemanticMatch match) {
        if (match.similarity() < SAME || !question.sharesNoWord(match.entry())) {
            return;
        }
        figures.failed();
        if (said.compareAndSet(false, true)) {
            log.warn(
                    "Texts that share no word have the same vector in cache '{}': check what embeds them. Their answers are not given to"
                            + " one another",
                    figures.name());
        }
    }
}
