package io.agentkit.springai;

import com.google.genai.types.GenerateContentResponseUsageMetadata;
import com.google.genai.types.ModalityTokenCount;
import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Google, the developers' API and Vertex: the prompt's count includes the cached part and excludes what tools added; the candidates' count
 * excludes thoughts, except where the total says otherwise. It comes with each chunk of a stream, so it is read without a detour.
 */
final class GoogleUsageReader implements UsageReader {

    @Override
    public @Nullable Usage read(
            org.springframework.ai.chat.metadata.Usage usage, Object counted, @Nullable String model) {
        if (!(counted instanceof GenerateContentResponseUsageMetadata google)) {
            return null;
        }
        long prompt = count(google.promptTokenCount());
        long tools = count(google.toolUsePromptTokenCount());
        long cached = count(google.cachedContentTokenCount());
        long candidates = count(google.candidatesTokenCount());
        long thoughts = count(google.thoughtsTokenCount());
        long total = google.totalTokenCount().orElse(-1);
        boolean inside = thoughts > 0 && thoughts <= candidates && total == prompt + tools + candidates;
        Media prompts = Media.of(google.promptTokensDetails());
        Media toolPrompts = Media.of(google.toolUsePromptTokensDetails());
        Media reads = Media.of(google.cacheTokensDetails());
        Media answers = Media.of(google.candidatesTokensDetails());
        return new Usage(
                UsageReaders.uncached(prompt, cached) + tools,
                cached,
                0,
                0,
                inside ? candidates : candidates + thoughts,
                thoughts,
                UsageReaders.uncached(prompts.audio + toolPrompts.audio, reads.audio),
                answers.audio,
                false,
                details(prompts, toolPrompts, reads, answers, tools)
                        .withTier(ServiceTier.of(
                                google.trafficType().map(Object::toString).orElse(null))));
    }

    private static UsageDetails details(Media prompts, Media toolPrompts, Media reads, Media answers, long tools) {
        return new UsageDetails(
                reads.audio,
                UsageReaders.uncached(prompts.images + toolPrompts.images, reads.images),
                reads.images,
                answers.images,
                prompts.video + toolPrompts.video,
                tools,
                0,
                null);
    }

    private static long count(Optional<Integer> tokens) {
        return tokens.orElse(0);
    }

    /** Documents are read as pictures of their pages. */
    private record Media(long audio, long images, long video) {

        private static final Media NONE = new Media(0, 0, 0);

        static Media of(Optional<List<ModalityTokenCount>> details) {
            if (details.isEmpty()) {
                return NONE;
            }
            long audio = 0;
            long images = 0;
            long video = 0;
            for (ModalityTokenCount detail : details.get()) {
                long tokens = count(detail.tokenCount());
                switch (detail.modality().map(Object::toString).orElse("")) {
                    case "AUDIO" -> audio += tokens;
                    case "IMAGE", "DOCUMENT" -> images += tokens;
                    case "VIDEO" -> video += tokens;
                    default -> {}
                }
            }
            return new Media(audio, images, video);
        }
    }
}
