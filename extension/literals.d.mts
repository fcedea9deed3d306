export function literalsIn(script: string): string[];
