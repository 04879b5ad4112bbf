package io.agentkit.score;

/**
 * One figure of the project, measured anew at each call.
 *
 * <p>To add one, write a class {@code JsonRepairScore} with a constructor without parameters in this package;
 * {@code scripts/score json-repair} finds it by that name.
 */
interface Score {

    /**
     * Measures, and prints what a reader wants to see beside the figures.
     *
     * @throws Exception when nothing could be measured; the bar then counts as not met
     */
    Figures measure(ScoreInput input) throws Exception;
}
