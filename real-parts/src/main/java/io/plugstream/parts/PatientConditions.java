package io.plugstream.parts;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Lets every condition without a time limit of its own wait for 30 s instead of 10, because real parts are slow on a
 * busy machine. The JUnit platform finds it in every module that uses real parts.
 */
public final class PatientConditions implements LauncherSessionListener {

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
    }
}
