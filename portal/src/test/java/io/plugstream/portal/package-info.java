/** Checks the portal's modules with TypeScript, ESLint and Node. */
@NullMarked
package io.plugstream.portal;

import org.jspecify.annotations.NullMarked;
