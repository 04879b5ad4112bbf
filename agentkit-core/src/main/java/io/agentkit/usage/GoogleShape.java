package io.agentkit.usage;

import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import org.jspecify.annotations.Nullable;

/**
 * Google, the developers' API and Vertex: the prompt's count includes the cached part and excludes what tools added; the candidates' count
 * excludes thoughts, except where the total says otherwise. A count of 0 is left out.
 */
final class GoogleShape implements UsageShape {

    @Override
    public boolean fits(Part counts) {
        return counts.hasAny(
                "promptTokenCount",
                "candidatesTokenCount",
                "responseTokenCount",
                "thoughtsTokenCount",
                "toolUsePromptTokenCount");
    }

    @Override
    public Usage read(Part counts, @Nullable String model, @Nullable String provider) {
        long prompt = counts.count("promptTokenCount");
        long tools = counts.count("toolUsePromptTokenCount");
        long candidates = counts.count("candidatesTokenCount", "responseTokenCount");
        long thoughts = counts.count("thoughtsTokenCount");
        long cached = counts.count("cachedContentTokenCount");
        boolean inside = thoughts > 0
                && thoughts <= candidates
                && counts.has("totalTokenCount")
                && counts.count("totalTokenCount") == prompt + tools + candidates;
        Findings findings = counts.findings();
        long audioRead = modality(counts, "AUDIO", "cacheTokensDetails");
        long imageRead = images(counts, "cacheTokensDetails");
        long audio = modality(counts, "AUDIO", "promptTokensDetails", "toolUsePromptTokensDetails");
        return new Usage(
                findings.rest(prompt, cached, "promptTokenCount") + tools,
                cached,
                0,
                0,
                inside ? candidates : candidates + thoughts,
                thoughts,
                findings.rest(audio, audioRead, "promptTokensDetails"),
                modality(counts, "AUDIO", "candidatesTokensDetails", "responseTokensDetails"),
                false,
                new UsageDetails(
                        audioRead,
                        findings.rest(
                                images(counts, "promptTokensDetails", "toolUsePromptTokensDetails"),
                                imageRead,
                                "promptTokensDetails"),
                        imageRead,
                        images(counts, "candidatesTokensDetails", "responseTokensDetails"),
                        modality(counts, "VIDEO", "promptTokensDetails", "toolUsePromptTokensDetails"),
                        tools,
                        0,
                        null));
    }

    @Override
    public @Nullable String tier(Part counts) {
        String tier = counts.text("serviceTier");
        return tier != null ? tier : counts.text("trafficType");
    }

    /** Documents are read as pictures of their pages. */
    private static long images(Part counts, String... lists) {
        return modality(counts, "IMAGE", lists) + modality(counts, "DOCUMENT", lists);
    }

    private static long modality(Part counts, String modality, String... lists) {
        long sum = 0;
        for (String list : lists) {
            for (Part detail : counts.parts(list)) {
                if (modality.equals(detail.text("modality"))) {
                    sum += detail.count("tokenCount");
                }
            }
        }
        return sum;
    }
}
