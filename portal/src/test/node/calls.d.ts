import type { components, paths } from './api';

/** The schemas of the OpenAPI description. */
export type Schemas = components['schemas'];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `Argument` if the API has the path, else `never`. A path with an unknown beginning is accepted. */
export type Known<Root extends string, M extends Method, P extends string, Argument> = P extends `/${string}`
  ? [Operation<Root, M, P>] extends [never] ? never : Argument
  : Argument;

/** The API's response body. */
export type Answer<Root extends string, M extends Method, P extends string> = P extends `/${string}`
  ? Operation<Root, M, P> extends { responses: infer Responses }
    ? { [Status in keyof Responses & (200 | 201 | 202)]: Json<Responses[Status]> }[keyof Responses & (200 | 201 | 202)]
    : never
  : any;

/** The API's request body. */
export type Body<Root extends string, M extends Method, P extends string> = P extends `/${string}`
  ? Operation<Root, M, P> extends { requestBody?: infer Request } ? Json<Exclude<Request, undefined>> : undefined
  : unknown;

type Json<Content> = Content extends { content: { 'application/json': infer Read } } ? Read : undefined;

type Operation<Root extends string, M extends Method, P extends string> =
  Lowercase<M> extends keyof paths[Route<Root, WithoutQuery<P>>]
    ? Exclude<paths[Route<Root, WithoutQuery<P>>][Lowercase<M>], undefined>
    : never;

type WithoutQuery<P extends string> = P extends `${infer Path}?${string}` ? Path : P;

/** The path in the description; paths without parameters take precedence. */
type Route<Root extends string, P extends string> = `${Root}${P}` extends keyof paths
  ? `${Root}${P}`
  : { [Candidate in keyof paths]: Fits<Segments<`${Root}${P}`>, Segments<Candidate>> extends true ? Candidate : never }[keyof paths];

type Segments<P extends string> = P extends `${infer First}/${infer Rest}` ? [First, ...Segments<Rest>] : [P];

type Fits<Asked extends string[], Candidate extends string[]> =
  [Asked, Candidate] extends [[infer A, ...infer As extends string[]], [infer C, ...infer Cs extends string[]]]
    ? (C extends `{${string}}` ? IsOpen<A> : A extends C ? true : false) extends true ? Fits<As, Cs> : false
    : [Asked, Candidate] extends [[], []] ? true : false;

/** Whether a part is known only at run time. Such a part is an id; other parts are fixed names of the API. */
type IsOpen<Part> = Part extends string ? ({} extends Record<Part, 1> ? true : false) : false;
