package io.agentkit.score;

/** Who is asked first. */
enum FailoverSide {
    OPENAI("openAiChatModel", "/chat/completions", "gpt-main", "claude-large"),
    ANTHROPIC("anthropicChatModel", "/messages", "claude-main", "gpt-large");

    private final String bean;
    private final String path;
    private final String primaryModel;
    private final String backupModel;

    FailoverSide(String bean, String path, String primaryModel, String backupModel) {
        this.bean = bean;
        this.path = path;
        this.primaryModel = primaryModel;
        this.backupModel = backupModel;
    }

    String bean() {
        return bean;
    }

    String path() {
        return path;
    }

    String primaryModel() {
        return primaryModel;
    }

    String backupModel() {
        return backupModel;
    }
}
