package io.agentkit.boot.endpoint;

import io.agentkit.Scope;
import io.agentkit.audit.ToolAudited;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;

/** Tells Spring Boot's audit of every tool call that was recorded, in the name of the user it was made for. */
final class ToolAuditEvents implements ApplicationListener<PayloadApplicationEvent<ToolAudited>> {

    static final String TYPE = "TOOL_CALL";

    private final ApplicationEventPublisher publisher;

    ToolAuditEvents(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
    }

    @Override
    public void onApplicationEvent(PayloadApplicationEvent<ToolAudited> event) {
        ToolAudited audited = event.getPayload();
        String user = audited.scope().get(Scope.USER);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("tool", audited.tool());
        data.put("decision", audited.decision().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        data.put("record", audited.recordId());
        data.put("run", audited.runId());
        data.put("scope", audited.scope().values());
        data.put("executions", audited.executions());
        if (audited.errorKind() != null) {
            data.put("error", audited.errorKind().text());
        }
        publisher.publishEvent(new AuditApplicationEvent(user == null ? "" : user, TYPE, data));
    }
}
