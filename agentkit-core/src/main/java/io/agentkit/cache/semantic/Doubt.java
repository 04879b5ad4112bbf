package io.agentkit.cache.semantic;

/**
 * Why two texts of similar vectors are not taken to mean the same.
 */
public enum Doubt {
    /** Other numbers, amounts or units. */
    NUMBERS,
    /** Other days, months, times or parts of them. */
    DATES,
    /** Other identifiers, options, versions, paths, addresses or quotations. */
    CODE,
    /** Other names. */
    NAMES,
    /** One denies what the other says. */
    NEGATION,
    /** One says the contrary of a word of the other, or speaks of more, fewer or other ones. */
    OPPOSITES,
    /** The same words in other roles: from one to the other, and back. */
    ROLES,
    /** A word stands in place of another one that is not known to mean the same. */
    WORDS
}
