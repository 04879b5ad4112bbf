package io.agentkit.chat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UsageTests {

    @Test
    void addsDisjointCountsOnly() {
        Usage usage = new Usage(100, 20, 5, 3, 50, 30, 10, 4, false);

        assertThat(usage.totalInput()).isEqualTo(128);
        assertThat(usage.total()).isEqualTo(178);
        assertThat(usage.cacheWrite()).isEqualTo(8);
    }

    @Test
    void addsAndSubtractsPartByPart() {
        Usage one = new Usage(1, 2, 3, 4, 5, 6, 7, 8, false);
        Usage two = new Usage(10, 20, 30, 40, 50, 60, 70, 80, true);

        assertThat(one.plus(two)).isEqualTo(new Usage(11, 22, 33, 44, 55, 66, 77, 88, true));
        assertThat(two.minus(one)).isEqualTo(new Usage(9, 18, 27, 36, 45, 54, 63, 72, true));
        assertThat(Usage.NONE.plus(one)).isEqualTo(one);
        assertThat(one.plus(Usage.NONE)).isEqualTo(one);
    }

    @Test
    void accumulatesWhatPlusGives() {
        Usage one = new Usage(1, 2, 3, 4, 5, 6, 7, 8, false)
                .withDetails(new UsageDetails(1, 2, 3, 4, 5, 6, 7, ServiceTier.FLEX));
        Usage two = new Usage(Long.MAX_VALUE, 20, 30, 40, 50, 60, 70, 80, true)
                .withDetails(new UsageDetails(1, 1, 1, 1, 1, 1, 1, ServiceTier.PRIORITY));
        UsageSum sum = new UsageSum();

        sum.add(one);
        sum.add(two);
        sum.add(one);

        assertThat(sum.toUsage()).isEqualTo(one.plus(two).plus(one));
        assertThat(sum.toUsage().input()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void isExactAgainWhenWhatWasEstimatedIsTakenAway() {
        UsageSum sum = new UsageSum();
        sum.add(Usage.estimated(10, 5));
        sum.add(Usage.of(1, 1));

        sum.subtract(Usage.estimated(10, 5));

        assertThat(sum.toUsage()).isEqualTo(Usage.of(1, 1));
    }

    @Test
    void noticesANegativeCountAnywhere() {
        assertThat(new Usage(1, 0, 0, 0, 1, -1, 0, 0, false).isNegative()).isTrue();
        assertThat(new Usage(1, 0, 0, 0, 1, 0, 0, -1, false).isNegative()).isTrue();
        assertThat(Usage.NONE.isNegative()).isFalse();
        assertThat(Usage.NONE.isZero()).isTrue();
    }

    @Test
    void neverAddsUpToLessThanNothing() {
        assertThat(Usage.of(Long.MAX_VALUE, 1, 1, Long.MAX_VALUE).total()).isEqualTo(Long.MAX_VALUE);
        assertThat(Usage.of(Long.MIN_VALUE, -1, 0, -1).total()).isEqualTo(Long.MIN_VALUE);
        assertThat(Usage.of(5, 4, 3, -20).total()).isEqualTo(-8);
    }

    @Test
    void sumsAndDifferencesEndAtTheLargestNumber() {
        Usage most = Usage.of(Long.MAX_VALUE, Long.MAX_VALUE);

        assertThat(most.plus(Usage.of(1, 1))).isEqualTo(most);
        assertThat(Usage.of(-2, -2).minus(most)).isEqualTo(Usage.of(Long.MIN_VALUE, Long.MIN_VALUE));
        assertThat(new Usage(0, 0, Long.MAX_VALUE, 1, 0, 0, 0, 0, false).cacheWrite())
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void addsDetailsPartByPart() {
        UsageDetails one = new UsageDetails(1, 2, 3, 4, 5, 6, 7, ServiceTier.FLEX);
        UsageDetails two = new UsageDetails(10, 20, 30, 40, 50, 60, 70, ServiceTier.FLEX);

        assertThat(one.plus(two)).isEqualTo(new UsageDetails(11, 22, 33, 44, 55, 66, 77, ServiceTier.FLEX));
        assertThat(two.minus(one)).isEqualTo(new UsageDetails(9, 18, 27, 36, 45, 54, 63, ServiceTier.FLEX));
        assertThat(UsageDetails.NONE.plus(one)).isEqualTo(one.withTier(null));
        assertThat(Usage.of(1, 1).withDetails(one).plus(Usage.of(1, 1)).details())
                .isEqualTo(one.withTier(null));
        assertThat(one.minus(UsageDetails.NONE)).isEqualTo(one);
    }

    @Test
    void aSumOfDifferentTiersHasNone() {
        Usage flex = Usage.of(1, 1).withDetails(UsageDetails.of(ServiceTier.FLEX));
        Usage standard = Usage.of(1, 1).withDetails(UsageDetails.of(ServiceTier.STANDARD));

        assertThat(flex.plus(flex).tier()).isEqualTo(ServiceTier.FLEX);
        assertThat(flex.plus(standard).tier()).isNull();
        assertThat(flex.plus(Usage.of(1, 1)).tier()).isNull();
        assertThat(flex.withReasoning(1).tier()).isEqualTo(ServiceTier.FLEX);
    }

    @Test
    void noticesANegativeDetail() {
        assertThat(Usage.of(1, 1)
                        .withDetails(new UsageDetails(0, 0, 0, 0, 0, 0, -1, null))
                        .isNegative())
                .isTrue();
    }

    @Test
    void knowsTheProvidersNamesOfTiers() {
        assertThat(ServiceTier.of("default")).isEqualTo(ServiceTier.STANDARD);
        assertThat(ServiceTier.of("ON_DEMAND")).isEqualTo(ServiceTier.STANDARD);
        assertThat(ServiceTier.of("ON_DEMAND_FLEX")).isEqualTo(ServiceTier.FLEX);
        assertThat(ServiceTier.of("priority")).isEqualTo(ServiceTier.PRIORITY);
        assertThat(ServiceTier.of("PROVISIONED_THROUGHPUT")).isEqualTo(ServiceTier.PROVISIONED);
        assertThat(ServiceTier.of("auto")).isNull();
        assertThat(ServiceTier.of("TRAFFIC_TYPE_UNSPECIFIED")).isNull();
        assertThat(ServiceTier.of(null)).isNull();
        assertThat(ServiceTier.of("moonlight")).isEqualTo(ServiceTier.OTHER);
    }
}
