package io.agentkit.usage;

import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import org.jspecify.annotations.Nullable;

/** Cohere, which says both what the model read and what is charged; what is charged counts. */
final class BilledUnitsShape implements UsageShape {

    @Override
    public boolean fits(Part counts) {
        return counts.has("billed_units");
    }

    @Override
    public Usage read(Part counts, @Nullable String model, @Nullable String provider) {
        Part billed = counts.counts("billed_units");
        long images = billed.count("image_tokens");
        return Usage.of(billed.count("input_tokens") + images, billed.count("output_tokens"))
                .withDetails(images == 0 ? UsageDetails.NONE : new UsageDetails(0, images, 0, 0, 0, 0, 0, null));
    }
}
