package io.plugstream.eventloop;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;
import reactor.blockhound.BlockHound;

/**
 * Makes blocking calls on event loops fail in the whole JVM. It is installed before the first test, because a thread
 * that waits in a method while that is instrumented breaks. A module registers it as a service of the JUnit platform,
 * and allows further calls with integrations of BlockHound.
 */
public final class BlockingCalls implements TestExecutionListener {

    private static final AtomicBoolean INSTALLED = new AtomicBoolean();

    /** Does not run in a JVM that only discovers tests. */
    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        if (INSTALLED.compareAndSet(false, true)) {
            install();
        }
    }

    private static void install() {
        BlockHound.builder()
                .loadIntegrations()
                // The first use of a class or its resources reads them; a deployed service warms up soon.
                .allowBlockingCallsInside("java.lang.ClassLoader", "loadClass")
                .allowBlockingCallsInside("java.util.zip.ZipFile$ZipFileInputStream", "read")
                .allowBlockingCallsInside("java.util.zip.ZipFile$Source", "readFullyAt")
                .allowBlockingCallsInside("java.util.ResourceBundle", "getBundleImpl")
                .allowBlockingCallsInside(
                        "tools.jackson.databind.deser.DeserializerCache", "_createAndCacheValueDeserializer")
                // Reads of /dev/urandom never block: UUIDs, and the driver's nonces.
                .allowBlockingCallsInside("sun.security.provider.NativePRNG$RandomIO", "readFully")
                // Cancelling a timer takes microseconds. Reactor itself allows setting one.
                .allowBlockingCallsInside("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", "remove")
                // Log lines on standard output.
                .allowBlockingCallsInside("ch.qos.logback.classic.Logger", "callAppenders")
                .install();
    }
}
