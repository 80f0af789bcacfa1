import { z } from 'zod'

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never

/**
 * What can be read of an input with faults: of objects, and of those in lists, the members that have none. What may have
 * one of several forms is there as a whole or not at all. A list that cannot be read has one item of which nothing can.
 */
export type Sound<T> =
  IsUnion<NonNullable<T>> extends true
    ? T
    : T extends (infer Item)[]
      ? [Item] extends [object]
        ? Sound<Item>[]
        : T
      : T extends object
        ? { [Name in keyof T]?: Sound<T[Name]> | undefined }
        : T

/** The sound part of `value`, as `schema` reads it; undefined when nothing of it is. */
export function soundPart<S extends z.ZodType>(schema: S, value: unknown): Sound<z.output<S>> | undefined {
  return partOf(schema, value) as Sound<z.output<S>> | undefined
}

function partOf(schema: z.ZodType, value: unknown): unknown {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return partOf(schema.unwrap() as z.ZodType, value)
  }
  if (schema instanceof z.ZodObject) return isObject(value) ? membersOf(schema, value) : undefined
  if (!(schema instanceof z.ZodArray && schema.element instanceof z.ZodObject)) return undefined
  // Of a list that is wrong as a whole, by its length say, nothing can be said.
  if (error.issues.some(({ path }) => path.length === 0)) return [{}]
  const { element } = schema
  return (value as unknown[]).map((item) => membersOf(element, isObject(item) ? item : {}))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function membersOf(schema: z.ZodObject, given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, member]) => [name, partOf(member as z.ZodType, given[name])]),
  )
}
