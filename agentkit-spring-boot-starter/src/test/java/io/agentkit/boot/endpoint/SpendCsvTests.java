package io.agentkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.ChatMiddleware;
import io.agentkit.Run;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Message;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.CostSpec;
import io.agentkit.spend.SpendHistory;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpendCsvTests {

    private final ChainHarness harness = ChainHarness.create();

    private final CostMeter meter = new CostMeter(harness.time);

    private final SpendHistory history = SpendHistory.of(meter, harness.time);

    private void call(String tenant, String usd) {
        harness.pricing((model, usage) -> Money.usd(usd));
        harness.model.reply(ChatReply.builder()
                .message(Message.assistant("hello"))
                .model("gpt-5-mini")
                .usage(Usage.of(100, 30, 10, 20))
                .build());
        try (Run run = Run.open(harness.environment(), r -> r.tenant(tenant))) {
            assertThat(run.depth()).isZero();
            harness.chat("hi");
        }
    }

    @Test
    void writesExactAmountsByWhoSpentThem() {
        ChatMiddleware cost = CostSpec.defaults().chatMiddleware(harness.resources(meter));
        harness.add("cost", cost);
        call("acme", "0.000000000000000001");
        call("acme", "12345678901234.1");
        harness.time.advance(Duration.ofHours(1));
        call("=cmd()|'x',\"y\"", "0.1");

        String csv = SpendCsv.write(history.lines(
                Instant.parse("2026-01-15T12:00:00Z"), Instant.parse("2026-01-15T14:00:00Z"), SpendHistory.Step.HOUR));

        assertThat(csv).isEqualTo("""
                        from,to,by,name,requests,answers,input_tokens,cache_read_tokens,cache_write_tokens,output_tokens,usd,answers_usd,waste_usd,exact
                        2026-01-15T12:00:00Z,2026-01-15T13:00:00Z,model,gpt-5-mini,2,2,200,60,20,40,12345678901234.100000000000000001,12345678901234.100000000000000001,0,true
                        2026-01-15T12:00:00Z,2026-01-15T13:00:00Z,tenant,acme,2,2,200,60,20,40,12345678901234.100000000000000001,12345678901234.100000000000000001,0,true
                        2026-01-15T12:00:00Z,2026-01-15T13:00:00Z,total,(all),2,2,200,60,20,40,12345678901234.100000000000000001,12345678901234.100000000000000001,0,true
                        2026-01-15T13:00:00Z,2026-01-15T14:00:00Z,model,gpt-5-mini,1,1,100,30,10,20,0.1,0.1,0,true
                        2026-01-15T13:00:00Z,2026-01-15T14:00:00Z,tenant,"'=cmd()|'x',""y""\",1,1,100,30,10,20,0.1,0.1,0,true
                        2026-01-15T13:00:00Z,2026-01-15T14:00:00Z,total,(all),1,1,100,30,10,20,0.1,0.1,0,true
                        """.replace("\n", "\r\n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '|', textBlock = """
                    acme             ~ acme
                    a,b              ~ "a,b"
                    a"b              ~ "a""b"
                    =1+1             ~ '=1+1
                    +49 30           ~ '+49 30
                    -x               ~ '-x
                    @SUM(A1)         ~ '@SUM(A1)
                    | =1|            ~ ' =1
                    ＝1              ~ '＝1
                    a=b              ~ a=b
                    || ~ ||
                    """)
    void quotesWhatHasToBeAndLetsNoNameBeAFormula(String name, String written) {
        assertThat(SpendCsv.text(name)).isEqualTo(written);
    }

    @Test
    void quotesEndsOfLines() {
        assertThat(SpendCsv.text("a\nb")).isEqualTo("\"a\nb\"");
        assertThat(SpendCsv.text("\r=1")).isEqualTo("\"'\r=1\"");
        assertThat(SpendCsv.text("\t=1")).isEqualTo("'\t=1");
    }
}
