package io.plugstream.gateway.connection;

import jakarta.websocket.Extension;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.apache.tomcat.websocket.MessagePart;
import org.apache.tomcat.websocket.Transformation;
import org.apache.tomcat.websocket.TransformationFactory;
import org.apache.tomcat.websocket.TransformationResult;
import org.jspecify.annotations.Nullable;

/**
 * Inflates messages from chargers that negotiated {@code permessage-deflate} (RFC 7692). It replaces Tomcat's
 * inflation, which ends a message while the inflater still holds a part of it (ADR 50). Messages are compressed
 * independently of each other, and outgoing messages are not compressed, so that an idle socket keeps no compression
 * window.
 */
final class Inflation implements Transformation {

    static final String EXTENSION = "permessage-deflate";

    private static final String ALONE_FROM_SERVER = "server_no_context_takeover";
    private static final String ALONE_FROM_CLIENT = "client_no_context_takeover";

    /** Parameters of an offer that this implementation meets. */
    private static final Set<String> MET = Set.of(ALONE_FROM_SERVER, ALONE_FROM_CLIENT, "client_max_window_bits");

    private static final Extension RESPONSE = new Response();
    private static final List<Extension.Parameter> PARAMETERS =
            List.of(new Flag(ALONE_FROM_SERVER), new Flag(ALONE_FROM_CLIENT));

    private static final int COMPRESSED = 0b100;
    private static final int CONTROL = 0b1000;
    private static final int BUFFER = 512;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** The bytes that the sender removed from the end of the message. */
    private static final byte[] END = {0, 0, -1, -1};

    private @Nullable Transformation next;

    /** Null between compressed messages. */
    private @Nullable Inflater inflater;

    private ByteBuffer input = NOTHING;
    private boolean compressed;

    /** Whether the inflater has the message's last byte, and then whether it also has {@link #END}. */
    private boolean complete;

    private boolean ended;

    /** Makes Tomcat use this class for connections that negotiate the extension, if an offer can be met. */
    static void register() {
        TransformationFactory.getInstance()
                .registerExtension(
                        EXTENSION,
                        (offers, _) -> offers.stream().anyMatch(Inflation::canBeMet) ? new Inflation() : null);
    }

    /** Offers with a window size or an unknown parameter are declined, because an acceptance must confirm these. */
    private static boolean canBeMet(List<Extension.Parameter> offer) {
        return offer.stream().map(Extension.Parameter::getName).allMatch(MET::contains)
                && offer.stream().map(Extension.Parameter::getName).distinct().count() == offer.size();
    }

    @Override
    public void setNext(Transformation transformation) {
        if (next == null) {
            next = transformation;
        } else {
            next.setNext(transformation);
        }
    }

    @Override
    public boolean validateRsvBits(int bits) {
        return (bits & COMPRESSED) == 0 && (next == null || next.validateRsvBits(bits | COMPRESSED));
    }

    @Override
    public Extension getExtensionResponse() {
        return RESPONSE;
    }

    @Override
    public boolean validateRsv(int bits, byte opCode) {
        boolean mayBeCompressed = !isControl(opCode) && !isContinuation(opCode);
        return mayBeCompressed
                ? next().validateRsv(bits & ~COMPRESSED, opCode)
                : (bits & COMPRESSED) == 0 && next().validateRsv(bits, opCode);
    }

    @Override
    public TransformationResult getMoreData(byte opCode, boolean last, int bits, ByteBuffer output) throws IOException {
        if (isControl(opCode)) {
            return next().getMoreData(opCode, last, bits, output);
        }
        if (!isContinuation(opCode)) {
            compressed = (bits & COMPRESSED) != 0;
        }
        return compressed
                ? inflate(opCode, last, bits & ~COMPRESSED, output)
                : next().getMoreData(opCode, last, bits, output);
    }

    /** The inflater is empty only if it returns nothing although the output has room. */
    private TransformationResult inflate(byte opCode, boolean last, int bits, ByteBuffer output) throws IOException {
        Inflater inflater = inflater();
        while (output.hasRemaining()) {
            if (inflateInto(inflater, output) || !inflater.needsInput()) {
                continue;
            }
            if (ended) {
                reset();
                return TransformationResult.END_OF_FRAME;
            }
            if (complete) {
                inflater.setInput(END);
                ended = true;
                continue;
            }
            input.clear();
            TransformationResult read = next().getMoreData(opCode, last, bits, input);
            inflater.setInput(input.array(), 0, input.position());
            complete = last && read == TransformationResult.END_OF_FRAME;
            if (input.position() == 0 && !complete) {
                return read;
            }
        }
        return TransformationResult.OVERFLOW;
    }

    private Inflater inflater() {
        Inflater present = inflater;
        if (present == null) {
            present = new Inflater(true);
            inflater = present;
            input = ByteBuffer.allocate(BUFFER);
        }
        return present;
    }

    private boolean inflateInto(Inflater inflater, ByteBuffer output) throws IOException {
        try {
            int bytes = inflater.inflate(output.array(), output.arrayOffset() + output.position(), output.remaining());
            output.position(output.position() + bytes);
            if (bytes == 0 && inflater.needsDictionary()) {
                throw new IOException("a compressed message requires a dictionary");
            }
            if (bytes == 0 && inflater.finished()) {
                continueAfterFinalBlock(inflater);
            }
            return bytes > 0;
        } catch (DataFormatException e) {
            throw new IOException("a compressed message cannot be inflated", e);
        }
    }

    /** A message may contain final blocks, and goes on after them (RFC 7692, 7.2.3.4). */
    private void continueAfterFinalBlock(Inflater inflater) {
        byte[] bytes = ended ? END : input.array();
        int length = ended ? END.length : input.position();
        int rest = inflater.getRemaining();
        inflater.reset();
        inflater.setInput(bytes, length - rest, rest);
    }

    /** Releases the buffers, so that an idle socket holds none. */
    private void reset() {
        release();
        complete = false;
        ended = false;
    }

    @Override
    public List<MessagePart> sendMessagePart(List<MessagePart> parts) throws IOException {
        return next().sendMessagePart(parts);
    }

    @Override
    public void close() {
        next().close();
        release();
    }

    private void release() {
        Inflater present = inflater;
        if (present != null) {
            present.end();
        }
        inflater = null;
        input = NOTHING;
    }

    private Transformation next() {
        Transformation present = next;
        if (present == null) {
            throw new IllegalStateException("Tomcat sets it before the first frame");
        }
        return present;
    }

    private static boolean isControl(byte opCode) {
        return (opCode & CONTROL) != 0;
    }

    private static boolean isContinuation(byte opCode) {
        return opCode == 0;
    }

    /** The response to the offer: no message may refer to an earlier one. */
    private record Response() implements Extension {

        @Override
        public String getName() {
            return EXTENSION;
        }

        @Override
        public List<Parameter> getParameters() {
            return PARAMETERS;
        }
    }

    private record Flag(String name) implements Extension.Parameter {

        @Override
        public String getName() {
            return name;
        }

        @Override
        public @Nullable String getValue() {
            return null;
        }
    }
}
