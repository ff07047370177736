/** Where webhooks may point: the rules for their URLs and for the addresses that are dialled. */
@NullMarked
package io.plugstream.base.address;

import org.jspecify.annotations.NullMarked;
