package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.agentkit.CallSettings;
import io.agentkit.Run;
import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Media;
import io.agentkit.chat.Message;
import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.price.PriceBook;
import io.agentkit.price.Rates;
import io.agentkit.price.TierRates;
import io.agentkit.price.UnknownPrice;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.tokens.ModelTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HardBudgetTests {

    private static final String ALL = "(all)";

    /** Of a request that says "hi". */
    private static final long PROMPT = 146;

    @Test
    void makesARequestSayTheLongestAnswerThatFits() {
        Metered metered = hard("0.01");
        metered.harness.model.reply(Priced.reply(0));

        metered.chat(Priced.open());

        // 1,000 tokens are a cent.
        assertThat(sentMaximum(metered)).isEqualTo((int) (1_000 - PROMPT));
    }

    @Test
    void cutsNoAnswerToWhatEarlierOnesWereLong() {
        Metered metered = hard("1000");
        for (int i = 0; i < 100; i++) {
            metered.harness.model.reply(Priced.reply(1));
            metered.chat(Priced.open());
        }

        assertThat(metered.harness.model.requests().get(99).options().maxOutputTokens())
                .isEqualTo(4_096);
    }

    @Test
    void leavesAShorterAnswerAsItWasAskedFor() {
        Metered metered = hard("1");
        metered.harness.model.reply(Priced.reply(0));

        metered.chat(Priced.request(300));

        assertThat(sentMaximum(metered)).isEqualTo(300);
    }

    @Test
    void sharesWhatIsLeftAmongRequestsUnderWay() {
        Metered metered = hard("0.01");
        metered.harness
                .model
                .run(attempt -> {
                    assertThat(metered.status("b", ALL).reserved().usd()).isEqualTo(Money.usd("0.00646"));
                    return metered.chat(Priced.request(500));
                })
                .reply(Priced.reply(0));

        metered.chat(Priced.request(500));

        // Of 1,000 tokens one has 146 and 500, which leaves 146 and 208 to the other.
        assertThat(metered.harness.model.requests().get(1).options().maxOutputTokens())
                .isEqualTo(208);
        assertThat(metered.status("b", ALL).reserved()).isEqualTo(BudgetAmounts.NONE);
    }

    @Test
    void holdsNothingForARequestThatCannotSayItsLongestAnswer() {
        Metered metered = hard("1");

        assertThatIllegalStateException().isThrownBy(() -> metered.chat(AskedRequest.stubborn()));

        assertThat(metered.harness.model.calls()).isZero();
        assertThat(metered.status("b", ALL).reserved()).isEqualTo(BudgetAmounts.NONE);
    }

    @Test
    void demandsNothingForABudgetThatDoesNotApply() {
        Metered metered = new Metered()
                .and(
                        "users",
                        BudgetSpec.builder("user", Priced.usd("1"))
                                .enforcement(Enforcement.HARD)
                                .whenMissing(WhenMissing.SKIP)
                                .minOutput(5_000)
                                .build())
                .and(
                        "b",
                        BudgetSpec.builder("global", Priced.usd("0.01"))
                                .enforcement(Enforcement.HARD)
                                .allowUnbounded(Unbounded.MEDIA)
                                .build())
                .build();
        metered.harness.model.reply(Priced.reply(0));

        metered.chat(AskedRequest.unshown(0, true));

        assertThat(sentMaximum(metered)).isEqualTo((int) (1_000 - PROMPT));
    }

    @Test
    void refusesWhenLessThanTheShortestAnswerFits() {
        Metered metered = hard("0.00161");

        assertThatExceptionOfType(BudgetExceededException.class).isThrownBy(() -> metered.chat(Priced.open()));

        assertThat(metered.harness.model.calls()).isZero();
        assertThat(metered.status("b", ALL).reserved()).isEqualTo(BudgetAmounts.NONE);
        Metered justEnough = hard("0.00162");
        justEnough.harness.model.reply(Priced.reply(0));
        justEnough.chat(Priced.open());
        assertThat(sentMaximum(justEnough)).isEqualTo(16);
    }

    @Test
    void boundsEachOfSeveralAnswers() {
        Metered metered = hard("0.01");
        metered.harness.model.run(attempt -> {
            assertThat(metered.status("b", ALL).reserved().usd()).isBetween(Money.usd("0.00998"), Money.usd("0.01"));
            return Priced.reply(0);
        });

        metered.chat(AskedRequest.choices(3, 500));

        // 854 tokens are left beside the prompt, for three answers.
        assertThat(sentMaximum(metered)).isEqualTo(284);
        Metered tooLittle = hard("0.00193");
        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> tooLittle.chat(AskedRequest.choices(3, 500)));
    }

    @Test
    void reservesTheDearestTierThatCanServe() {
        Metered metered = tiered();
        List<Money> reserved = new ArrayList<>();
        metered.harness.model.always(attempt -> {
            reserved.add(metered.status("b", ALL).reserved().usd());
            return Priced.reply("tiered", 0);
        });

        metered.chat(AskedRequest.tier("tiered", ServiceTier.STANDARD, 54));
        metered.chat(AskedRequest.tier("tiered", ServiceTier.FLEX, 54));
        metered.chat(AskedRequest.tier("tiered", ServiceTier.PRIORITY, 54));

        assertThat(reserved).containsExactly(Money.usd("0.002"), Money.usd("0.002"), Money.usd("0.006"));
    }

    @Test // CO-13
    void refusesATierOfAnUnknownPrice() {
        Metered metered = tiered();

        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> metered.chat(AskedRequest.tier("tiered", ServiceTier.FAST, 54)))
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(RefusalReason.UNKNOWN_PRICE));
    }

    private static Metered tiered() {
        Rates rates = Rates.usd("10", "10").in(ServiceTier.PRIORITY, TierRates.usd("30", "30", null));
        Metered metered = new Metered();
        metered.harness.pricing(PriceBook.of(Map.of("tiered", rates)));
        return metered.and("b", hardSpec("1")).build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0.025"})
    void countsWithThePublicTokenizerWhereTheBytesDoNotFit(String usd) {
        // 5,700 bytes, which would cost 5.7 cents, and some 1,100 tokens.
        String prose = "The quarterly report arrived on a grey Tuesday morning. ".repeat(102);
        Metered metered = new Metered();
        metered.harness
                .environment(metered.harness.environment().withTokens(ModelTokens.INSTANCE))
                .pricing(PriceBook.of(Map.of("gpt-4o", Rates.usd("10", "10"))))
                .model
                .reply(Priced.reply("gpt-4o", 0));
        metered.and("b", hardSpec(usd)).build();

        metered.chat(ChatRequest.user(prose)
                .mutate()
                .model("gpt-4o")
                .options(ChatOptions.DEFAULTS.withMaxOutputTokens(1_000))
                .build());

        assertThat(sentMaximum(metered)).isEqualTo(1_000);
        assertThat(metered.status("b", ALL).refusals()).isZero();
    }

    @Test
    void refusesMediaUnlessItIsAllowedByName() {
        ChatRequest image = ChatRequest.builder()
                .messages(List.of(Message.user("what is this?", List.of(new Media("image/png", new byte[3])))))
                .model(Priced.MODEL)
                .build();
        Metered strict = hard("1");
        Metered allowing = new Metered()
                .and(
                        "b",
                        BudgetSpec.builder("global", Priced.usd("1"))
                                .enforcement(Enforcement.HARD)
                                .allowUnbounded(Unbounded.MEDIA)
                                .build())
                .build()
                .replies(1);

        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> strict.chat(image))
                .withMessage("Budget 'b' does not let a call pass of which a part has no upper bound")
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(RefusalReason.UNBOUNDED));
        assertThat(allowing.chat(image).text()).isEqualTo("hello");
    }

    @Test
    void countsThoughtsThatGoBackAndRefusesContentThatNobodyCanRead() {
        Metered metered = hard("0.01");
        metered.harness.model.reply(Priced.reply(0));

        metered.chat(AskedRequest.unshown(600, false));

        assertThat(sentMaximum(metered)).isEqualTo((int) (1_000 - PROMPT - 600));
        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> metered.chat(AskedRequest.unshown(0, true)))
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(RefusalReason.UNBOUNDED));
    }

    @Test // CO-13
    void refusesAModelWithoutAPrice() {
        Metered metered = hard("1");

        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> metered.chat(Priced.request("nobody-knows", 10)))
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(RefusalReason.UNKNOWN_PRICE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BudgetSpec.builder("global", Priced.usd("1"))
                        .enforcement(Enforcement.HARD)
                        .unknownPrice(UnknownPrice.ALLOW)
                        .build())
                .withMessageStartingWith("'enforcement' must not be hard beside");
    }

    @ParameterizedTest // BU-01, BU-02, BU-03
    @ValueSource(ints = {1, 8, 64})
    void nothingGoesOverHoweverManyAskAtOnce(int threads) throws InterruptedException {
        Metered metered = new Metered()
                .and(
                        "tenant",
                        BudgetSpec.builder("tenant", Priced.usd("0.20"))
                                .enforcement(Enforcement.HARD)
                                .build())
                .and(
                        "user",
                        BudgetSpec.builder("user", Priced.usd("0.06"))
                                .parent("tenant")
                                .enforcement(Enforcement.HARD)
                                .build())
                .build();
        // Uses all it may, and fails or is cut every third time.
        metered.harness.model.always(attempt -> {
            int most = attempt.request().options().maxOutputTokens();
            ChatReply whole =
                    Priced.reply(0).mutate().usage(Usage.of(PROMPT, most)).build();
            if (attempt.call().scope().get("ending").equals("fails")) {
                throw new IllegalStateException("broken");
            }
            return whole;
        });
        CountDownLatch together = new CountDownLatch(threads);
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            Random random = new Random(i);
            all[i] = new Thread(() -> {
                together.countDown();
                for (int call = 0; call < 640 / threads; call++) {
                    ask(metered, random);
                }
            });
            all[i].start();
        }
        for (Thread thread : all) {
            thread.join();
        }

        BudgetStatus tenant = metered.status("tenant", "acme");
        assertThat(tenant.spent().usd()).isBetween(Money.usd("0.19"), Money.usd("0.20"));
        assertThat(tenant.reserved()).isEqualTo(BudgetAmounts.NONE);
        for (int user = 0; user < 4; user++) {
            BudgetStatus status = metered.status("user", "acme/u" + user);
            assertThat(status.spent().usd()).isLessThanOrEqualTo(Money.usd("0.06"));
            assertThat(status.reserved()).isEqualTo(BudgetAmounts.NONE);
        }
    }

    private static void ask(Metered metered, Random random) {
        Run run = Run.create(
                metered.harness.environment(),
                spec -> spec.tenant("acme")
                        .user("u" + random.nextInt(4))
                        .scope("ending", random.nextInt(3) == 0 ? "fails" : "answers"));
        try {
            metered.harness
                    .chatHandler()
                    .call(Priced.request(random.nextInt(20, 700)), CallSettings.DEFAULTS.withRun(run));
        } catch (BudgetExceededException | IllegalStateException expected) {
            assertThat(expected).isNotNull();
        }
    }

    private static int sentMaximum(Metered metered) {
        Integer most = metered.harness.model.requests().get(0).options().maxOutputTokens();
        return most == null ? -1 : most;
    }

    private static Metered hard(String usd) {
        return new Metered().and("b", hardSpec(usd)).build();
    }

    private static BudgetSpec hardSpec(String usd) {
        return BudgetSpec.builder("global", Priced.usd(usd))
                .enforcement(Enforcement.HARD)
                .build();
    }
}
