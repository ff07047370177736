package io.plugstream.api.http;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Text that neither the database nor the topics can hold: U+0000, and halves of surrogate pairs, which no encoding has. It
 * is refused wherever it stands in a body, before anything looks at what it means.
 */
final class UnstorableText {

    private static final String MESSAGE = "must not contain U+0000 or half a surrogate pair";

    /** Names may be long: more faults than a person reads are not listed. */
    private static final int MOST = 20;

    private final List<Fault> faults = new ArrayList<>();
    private final Deque<String> path = new ArrayDeque<>();

    private UnstorableText() {}

    /** A fault for each text and each field name below {@code object}, named as a path. */
    static List<Fault> faults(JsonNode object) {
        UnstorableText found = new UnstorableText();
        found.look(object);
        return found.faults;
    }

    private void look(JsonNode node) {
        if (node.isString()) {
            judge(node.stringValue());
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                path.addLast("[" + i + ']');
                look(node.get(i));
                path.removeLast();
            }
        } else if (node.isObject()) {
            node.propertyStream().forEach(field -> {
                path.addLast(path.isEmpty() ? field.getKey() : '.' + field.getKey());
                if (judge(field.getKey())) {
                    look(field.getValue());
                }
                path.removeLast();
            });
        }
    }

    /** Whether {@code text} can be stored; notes it if not. */
    private boolean judge(String text) {
        boolean storable = text.codePoints()
                .noneMatch(character -> character == 0 || Character.getType(character) == Character.SURROGATE);
        if (!storable && faults.size() < MOST) {
            faults.add(new Fault(String.join("", path), MESSAGE));
        }
        return storable;
    }
}
