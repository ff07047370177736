package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import io.plugstream.simulator.fleet.Fleet;
import java.time.Clock;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** The forms of all commands, generated from the API's descriptions. */
class PortalCommandFormsIT extends PortalWindow {

    /** Actions that need at least one of several fields, which a form cannot require. */
    private static final List<String> NEED_ONE_FIELD = List.of("ClearChargingProfile");

    /** Each form sends a payload that the API accepts, and requires all fields that the API requires. */
    @Test
    void formsSendPayloadsThatTheApiAccepts() {
        signIn();
        registerCharger("CP-1");
        sendsEveryAction("ocpp1.6", 19, List.of());
    }

    /** The same for a charger whose last connection used OCPP 2.0.1. */
    @Test
    void formsSendPayloadsThatTheApiAcceptsForAStation() throws Exception {
        signIn();
        try (Fleet fleet = new Fleet(Clock.systemUTC())) {
            connectStation(fleet, register("CP-1"));
        }
        assertThat(status(page, "offline")).isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(30_000));
        sendsEveryAction("ocpp2.0.1", 59, NEED_ONE_FIELD);
    }

    private void sendsEveryAction(String protocol, int actions, List<String> needOneField) {
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        Locator offered = page.locator("command-console select").first().locator("option");
        assertThat(offered).hasCount(actions);
        assertThat(page.evaluate(EVERY_ACTION, List.of(protocol, needOneField)))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .isEmpty();
        errors.removeIf(error -> error.contains("status of 400") || error.contains("status of 409"));
    }

    /**
     * Fills in the form of each action, once with the required fields and once with all fields, and sends the payload.
     * The charger is offline, so the payload is valid if that is the only error. Then sends it without each required
     * field, which must be the only fault. Returns all deviations.
     */
    private static final String EVERY_ACTION = """
            async ([protocol, needOneField]) => {
              const console = document.querySelector('command-console');
              const [select] = console.querySelectorAll('select');
              const form = select.closest('div');
              const { actions } =
                await fetch(`/portal/api/live/command-actions?protocol=${protocol}`).then((answer) => answer.json());
              const script = document.querySelector('script[type=module]').src;
              const { helpFor } = await import(script.replace('portal.js', 'commands/actions.js'));
              const wrong = [];
              const sent = [];
              const check = (holds, what, answer) => holds || wrong.push(`${what}: ${JSON.stringify(answer)}`);

              const choose = async (i) => {
                select.selectedIndex = i;
                select.dispatchEvent(new Event('change'));
                await console.updateComplete;
              };
              const openAll = async () => {
                const closed = () => [
                  ...form.querySelectorAll('input[type=checkbox]:not(:checked)'),
                  ...[...form.querySelectorAll('fieldset:not(:has(> .entry)) > .add')],
                ][0];
                for (let button = closed(); button; button = closed()) {
                  button.click();
                  await console.updateComplete;
                }
              };
              const written = (control) => {
                if (control.matches('select')) {
                  return control.options[1].value;
                }
                const fits = new RegExp(`^(${control.pattern || '.*'})$`);
                return { 'datetime-local': '2099-01-31T09:00:00', url: 'https://example.com/file' }[control.type]
                  ?? (control.pattern ? ['1.000001', '1.5', '1'].find((one) => fits.test(one)) : 'x');
              };
              const fill = async (which) => {
                for (const control of form.querySelectorAll(which)) {
                  if (control !== select && control.type !== 'checkbox') {
                    control.value = written(control);
                    control.dispatchEvent(new Event(control.matches('select') ? 'change' : 'input'));
                    await console.updateComplete;
                  }
                }
              };
              const made = () => JSON.parse(console.querySelector('textarea[spellcheck=false][rows="12"]').value);
              const send = (action, payload) => fetch('/portal/api/live/chargers/CP-1/commands', {
                method: 'POST',
                headers: { 'Content-Type': 'application/json' },
                body: JSON.stringify({ action, payload }),
              }).then((answer) => answer.json());
              const isTaken = (answer) => answer.type === '/problems/charger-not-connected';

              const places = (schema, path, wanted) => schema.type === 'array'
                ? places(schema.items, [...path, 0], wanted)
                : Object.entries(schema.properties ?? {}).filter(([name]) => name !== 'customData').flatMap(
                  ([name, member]) => [
                    ...(wanted(schema, name) ? [[...path, name]] : []),
                    ...places(member, [...path, name], wanted),
                  ]);
              const at = (payload, path) => path.reduce((value, part) => value?.[part], payload);

              for (const [i, option] of [...select.options].entries()) {
                const name = option.value;
                const isOwn = option.parentElement.label === 'With the payload of OCPP 2.0.1';
                const described = isOwn
                  ? actions.findLast((one) => one.action === name) : actions.find((one) => one.action === name);
                const schema = described.payload;
                check(helpFor(described) !== '', `${name} has no help`);
                await choose(i);
                await fill(':required');
                check(form.closest('form').checkValidity(), `${name} is not valid`, made());
                const least = send(name, made()).then((answer) =>
                  check(isTaken(answer) !== needOneField.includes(name), `${name}, required fields`, answer));

                await choose(i);
                await openAll();
                await fill('input, select, textarea');
                const payload = made();
                const full = send(name, payload).then((answer) =>
                  check(isTaken(answer), `${name}, all fields`, answer));
                sent.push(least, full);
                for (const place of places(schema, [], () => true)) {
                  check(at(payload, place) !== undefined, `${name} has no field ${place.join('.')}`, payload);
                }
                if (isOwn) {
                  // Without a field it may be a valid payload of OCPP 1.6.
                  continue;
                }
                for (const place of places(schema, [], (object, field) => object.required.includes(field))) {
                  const rest = structuredClone(payload);
                  delete at(rest, place.slice(0, -1))[place.at(-1)];
                  sent.push(send(name, rest).then(({ errors = [] }) => check(
                    errors.length === 1 && errors[0].field.endsWith(place.at(-1)) && errors[0].message === 'is required',
                    `${name} without ${place.join('.')}`, errors)));
                }
              }
              await Promise.all(sent);
              return wrong;
            }
            """;
}
