package io.agentkit;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.MalformedURLException;
import java.net.SocketTimeoutException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.security.cert.CertificateException;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Knows the exceptions of the JDK that come from networks, time limits and threads. */
final class JdkErrors {

    private JdkErrors() {}

    /** Null when the type says nothing. */
    static @Nullable Failure read(Throwable error) {
        if (error instanceof IOException io) {
            return readIo(io);
        }
        if (error instanceof TimeoutException) {
            return Failure.of(ErrorKind.TIMEOUT);
        }
        if (error instanceof CancellationException || error instanceof InterruptedException) {
            return Failure.of(ErrorKind.CANCELLED);
        }
        return error instanceof RejectedExecutionException ? Failure.of(ErrorKind.OVERLOADED) : null;
    }

    private static @Nullable Failure readIo(IOException error) {
        if (error instanceof ConnectException || error instanceof HttpConnectTimeoutException) {
            return Failure.of(ErrorKind.NETWORK);
        }
        if (error instanceof SocketTimeoutException) {
            // A connection that never came about has cost nothing, unlike an answer that was waited for.
            return Failure.of(isAboutConnecting(error) ? ErrorKind.NETWORK : ErrorKind.TIMEOUT);
        }
        if (error instanceof HttpTimeoutException || error instanceof InterruptedIOException) {
            return Failure.of(ErrorKind.TIMEOUT);
        }
        if (error instanceof ClosedByInterruptException) {
            return Failure.of(ErrorKind.CANCELLED);
        }
        if (error instanceof SSLException && isAboutCertificates(error)) {
            return new Failure(ErrorKind.NETWORK, ErrorClass.PERMANENT, null, 0, null, null);
        }
        boolean local = error instanceof FileSystemException
                || error instanceof FileNotFoundException
                || error instanceof MalformedURLException
                || error instanceof CharacterCodingException;
        return local ? null : Failure.of(ErrorKind.NETWORK);
    }

    private static boolean isAboutConnecting(IOException error) {
        String message = error.getMessage();
        return message != null && message.toLowerCase(Locale.ROOT).startsWith("connect");
    }

    private static boolean isAboutCertificates(IOException error) {
        for (Throwable cause : Causes.of(error)) {
            if (cause instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }
}
