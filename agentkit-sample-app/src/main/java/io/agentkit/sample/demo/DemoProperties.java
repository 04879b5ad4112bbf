package io.agentkit.sample.demo;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the demo model.
 *
 * @param wordDelay time between two words of an answer; none when zero
 */
@ConfigurationProperties("sample.demo")
record DemoProperties(@DefaultValue("40ms") Duration wordDelay) {}
