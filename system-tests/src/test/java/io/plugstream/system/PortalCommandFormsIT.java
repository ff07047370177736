package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.assertions.LocatorAssertions;
import io.plugstream.simulator.fleet.Fleet;
import java.time.Clock;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** The forms of all commands. */
class PortalCommandFormsIT extends PortalWindow {

    /** Each form sends what the API takes, and asks for all that the API wants. */
    @Test
    void formsKnowWhatTheApiTakes() {
        signIn();
        registerCharger("CP-1");
        assertThat(page.evaluate(EVERY_ACTION, false))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .isEmpty();
        complaints.removeIf(complaint -> complaint.contains("status of 400") || complaint.contains("status of 409"));
    }

    /** The same for a charger that spoke OCPP 2.0.1 last. */
    @Test
    void formsKnowWhatTheApiTakesForAStation() throws Exception {
        signIn();
        try (Fleet fleet = new Fleet(Clock.systemUTC())) {
            connectStation(fleet, register("CP-1"));
        }
        assertThat(page.getByText("offline", exact()))
                .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(30_000));
        assertThat(page.evaluate(EVERY_ACTION, true))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .isEmpty();
        complaints.removeIf(complaint -> complaint.contains("status of 400") || complaint.contains("status of 409"));
    }

    /**
     * Sends each action of the forms with all its fields: the charger is offline, so the payload was right if that is the
     * complaint. Then without each required field, which has to be the one fault.
     */
    private static final String EVERY_ACTION = """
            async (isStation) => {
              const script = document.querySelector('script[type=module]').src;
              const { ACTIONS } = await import(script.replace('portal.js', 'commands/actions.js'));
              const { SHARED_ACTIONS, STATION_ACTIONS } =
                await import(script.replace('portal.js', 'commands/station-actions.js'));
              const isTaken = (member) => isStation || !member.isForStations;
              const examples = {
                whole: () => 1,
                tenths: () => 1.5,
                decimal: () => 1.000001,
                flag: () => true,
                lines: () => 'x',
                moment: () => '2099-01-31T09:00:00.000Z',
                address: () => 'https://example.com/file',
                text: () => 'x',
                choice: (shape) => shape.words[0],
                list: (shape) => [example(shape.of)],
                object: (shape) => Object.fromEntries(
                  shape.members.filter(isTaken).map((one) => [one.name, example(one.shape)])),
              };
              const example = (shape) => examples[shape.kind](shape);
              const places = (shape, path) => {
                if (shape.kind === 'list') {
                  return places(shape.of, [...path, 0]);
                }
                return (shape.members ?? []).filter(isTaken).flatMap((one) => [
                  ...(one.isRequired ? [[...path, one.name]] : []),
                  ...places(one.shape, [...path, one.name]),
                ]);
              };
              const send = async (action, payload) => {
                const answer = await fetch('/portal/api/live/chargers/CP-1/commands', {
                  method: 'POST',
                  headers: { 'Content-Type': 'application/json' },
                  body: JSON.stringify({ action, payload }),
                });
                return answer.json();
              };
              const wrong = [];
              for (const action of isStation ? [...ACTIONS, ...STATION_ACTIONS, ...SHARED_ACTIONS] : ACTIONS) {
                const { name, members } = action;
                const whole = { kind: 'object', members };
                const full = await send(name, example(whole));
                if (full.type !== '/problems/charger-not-connected') {
                  wrong.push(`${name}: ${JSON.stringify(full)}`);
                }
                if (SHARED_ACTIONS.includes(action)) {
                  // What is left may be a payload of OCPP 1.6.
                  continue;
                }
                for (const place of places(whole, [])) {
                  const payload = example(whole);
                  delete place.slice(0, -1).reduce((at, part) => at[part], payload)[place.at(-1)];
                  const { errors = [] } = await send(name, payload);
                  if (errors.length !== 1 || !errors[0].field.endsWith(place.at(-1)) || errors[0].message !== 'is required') {
                    wrong.push(`${name} without ${place.join('.')}: ${JSON.stringify(errors)}`);
                  }
                }
              }
              const amounts = [ACTIONS, STATION_ACTIONS].map((actions) => actions.length).join();
              return amounts === '19,26' ? wrong : [`${amounts} actions`, ...wrong];
            }
            """;
}
