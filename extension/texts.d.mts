export function textsIn(files: string[]): Promise<string[]>;
