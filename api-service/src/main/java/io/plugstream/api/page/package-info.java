/** Query parameters of lists, and the cursors that go through them. */
@NullMarked
package io.plugstream.api.page;

import org.jspecify.annotations.NullMarked;
