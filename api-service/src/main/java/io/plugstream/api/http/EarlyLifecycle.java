package io.plugstream.api.http;

import org.springframework.context.SmartLifecycle;

/** Starts before the web server accepts requests, and stops after it has answered the last one. */
public interface EarlyLifecycle extends SmartLifecycle {

    @Override
    default int getPhase() {
        return 0;
    }
}
