package io.plugstream.benchmark.disturbance;

import io.plugstream.benchmark.platform.Member;
import io.plugstream.benchmark.platform.Site;
import io.plugstream.model.event.EventType;
import io.plugstream.model.quota.Tier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The organisations that run a normal load beside the disturbance. */
final class Workers {

    /** The events that their webhooks receive. */
    static final List<EventType> CHANGES = List.of(EventType.CONNECTOR_STATUS_CHANGED);

    @Option(names = "--organisations", description = "Number of organisations, with a webhook each")
    private int organisations = 50;

    @Option(names = "--chargers", description = "Chargers of each; a charger's messages wait for each other")
    private int chargers = 10;

    @Option(names = "--calls", description = "Their API calls a second, in total")
    private int calls = 50;

    int organisations() {
        return organisations;
    }

    int calls() {
        return calls;
    }

    /** Registers each with its chargers and a webhook. */
    List<Member> register(Site site, PromptReceiver receiver) throws IOException, InterruptedException {
        List<Member> members = new ArrayList<>();
        for (int number = 0; number < organisations; number++) {
            Member member = site.member("good-" + number, Tier.SCALE, chargers);
            site.webhook(member, receiver.url(), CHANGES);
            members.add(member);
        }
        return members;
    }
}
