/** Does a step of a story, and prints what it is and how long it took. */
export async function step<T>(what: string, act: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    const result = await act();
    console.log(`${secondsSince(began)} s  ${what}`);
    return result;
  } catch (error) {
    console.log(`${secondsSince(began)} s  ${what}: does not come true`);
    throw error;
  }
}

const secondsSince = (began: number): string => ((performance.now() - began) / 1000).toFixed(1).padStart(6);
