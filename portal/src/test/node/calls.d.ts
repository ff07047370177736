import type { components, paths } from './api';

/** What the OpenAPI description calls its schemas. */
export type Schemas = components['schemas'];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `Argument` if the API has such a path, else nothing that could be given. A path whose begin is not known is believed. */
export type Known<Root extends string, M extends Method, P extends string, Argument> = P extends `/${string}`
  ? [Operation<Root, M, P>] extends [never] ? never : Argument
  : Argument;

/** What the API answers. */
export type Answer<Root extends string, M extends Method, P extends string> = P extends `/${string}`
  ? Operation<Root, M, P> extends { responses: infer Responses }
    ? { [Status in keyof Responses & (200 | 201 | 202)]: Json<Responses[Status]> }[keyof Responses & (200 | 201 | 202)]
    : never
  : any;

/** What the API takes. */
export type Body<Root extends string, M extends Method, P extends string> = P extends `/${string}`
  ? Operation<Root, M, P> extends { requestBody?: infer Request } ? Json<Exclude<Request, undefined>> : undefined
  : unknown;

type Json<Content> = Content extends { content: { 'application/json': infer Read } } ? Read : undefined;

type Operation<Root extends string, M extends Method, P extends string> =
  Lowercase<M> extends keyof paths[Route<Root, WithoutQuery<P>>]
    ? Exclude<paths[Route<Root, WithoutQuery<P>>][Lowercase<M>], undefined>
    : never;

type WithoutQuery<P extends string> = P extends `${infer Path}?${string}` ? Path : P;

/** The path in the description; one without parameters goes first. */
type Route<Root extends string, P extends string> = `${Root}${P}` extends keyof paths
  ? `${Root}${P}`
  : { [Candidate in keyof paths]: Fits<Segments<`${Root}${P}`>, Segments<Candidate>> extends true ? Candidate : never }[keyof paths];

type Segments<P extends string> = P extends `${infer First}/${infer Rest}` ? [First, ...Segments<Rest>] : [P];

type Fits<Asked extends string[], Candidate extends string[]> =
  [Asked, Candidate] extends [[infer A, ...infer As extends string[]], [infer C, ...infer Cs extends string[]]]
    ? (C extends `{${string}}` ? IsOpen<A> : A extends C ? true : false) extends true ? Fits<As, Cs> : false
    : [Asked, Candidate] extends [[], []] ? true : false;

/** Whether it is not known before the page runs. Such a part is an id; other parts are words of the API. */
type IsOpen<Part> = Part extends string ? ({} extends Record<Part, 1> ? true : false) : false;
