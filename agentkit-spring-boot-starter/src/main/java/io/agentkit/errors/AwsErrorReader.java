package io.agentkit.errors;

import io.agentkit.ErrorKind;
import io.agentkit.ErrorReader;
import io.agentkit.Failure;
import io.agentkit.ProviderErrors;
import io.agentkit.time.Time;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Knows the AWS SDK, through which Bedrock is asked. An error inside a stream has no status, so that only its code tells. */
final class AwsErrorReader implements ErrorReader {

    private final Time time;

    AwsErrorReader(Time time) {
        this.time = time;
    }

    @Override
    public @Nullable Failure read(Throwable error) {
        if (error instanceof AwsServiceException service) {
            return read(service);
        }
        if (error instanceof SdkServiceException service) {
            return ProviderErrors.classify(service.statusCode(), null, null, service.getMessage());
        }
        if (error instanceof ApiCallTimeoutException || error instanceof ApiCallAttemptTimeoutException) {
            return Failure.of(ErrorKind.TIMEOUT);
        }
        return error instanceof AbortedException ? Failure.of(ErrorKind.CANCELLED) : null;
    }

    private Failure read(AwsServiceException service) {
        AwsErrorDetails details = service.awsErrorDetails();
        if (details == null) {
            return ProviderErrors.classify(service.statusCode(), typeName(service), null, service.getMessage());
        }
        String code = details.errorCode() == null ? typeName(service) : details.errorCode();
        Failure failure = ProviderErrors.classify(service.statusCode(), null, code, details.errorMessage());
        SdkHttpResponse response = details.sdkHttpResponse();
        return response == null
                ? failure
                : ProviderErrors.withHeaders(
                        failure, name -> response.firstMatchingHeader(name).orElse(null), time.now());
    }

    /** The generated exceptions are named after the codes. */
    private static String typeName(AwsServiceException service) {
        return service.getClass().getSimpleName();
    }
}
