/** The files of a package by their paths, with `/` between folders. */
export type Files = Map<string, Uint8Array>

/** A package that cannot be read. */
export class UnreadablePackage extends Error {}
