export const noLimits: Record<string, string>
