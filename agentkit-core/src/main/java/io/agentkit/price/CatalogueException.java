package io.agentkit.price;

import java.io.IOException;

/** A catalogue could not be had or could not be used. Its message never has text of the catalogue in it. */
final class CatalogueException extends IOException {

    private static final long serialVersionUID = 1L;

    CatalogueException(String message) {
        super(message);
    }

    CatalogueException(String message, Throwable cause) {
        super(message + " (" + cause.getClass().getSimpleName() + ")");
    }

    static CatalogueException tooLarge(int maxBytes) {
        return new CatalogueException("it is larger than %d bytes".formatted(maxBytes));
    }
}
