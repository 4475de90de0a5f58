import net, { type AddressInfo, type Socket } from 'node:net';

/** What is in front of a member's port: connections reach the member, are held without an answer, or are broken. */
export class MemberGate {
  readonly #server: net.Server;
  readonly #pairs = new Map<Socket, Socket>();
  #state: 'open' | 'frozen' | 'dead' = 'open';

  private constructor(memberPort: number) {
    this.#server = net.createServer((outer) => this.#admit(outer, memberPort));
  }

  static async open(memberPort: number): Promise<MemberGate> {
    const gate = new MemberGate(memberPort);
    await new Promise<void>((resolve) => gate.#server.listen(0, '127.0.0.1', resolve));
    return gate;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections that are open. */
  get connections(): number {
    return this.#pairs.size;
  }

  become(state: 'open' | 'frozen' | 'dead'): void {
    this.#state = state;
    for (const [outer, inner] of this.#pairs) {
      if (state === 'dead') outer.destroy();
      else if (state === 'frozen') suspend(outer, inner);
      else connect(outer, inner);
    }
  }

  close(): void {
    this.#server.close();
    this.become('dead');
  }

  #admit(outer: Socket, memberPort: number): void {
    if (this.#state === 'dead') {
      outer.destroy();
      return;
    }
    const inner = net.connect(memberPort, '127.0.0.1');
    this.#pairs.set(outer, inner);
    outer
      .on('error', () => outer.destroy())
      .on('close', () => {
        this.#pairs.delete(outer);
        inner.destroy();
      });
    inner.on('error', () => outer.destroy()).on('close', () => outer.destroy());
    if (this.#state === 'open') connect(outer, inner);
  }
}

const connect = (outer: Socket, inner: Socket): void => void outer.pipe(inner).pipe(outer);

function suspend(outer: Socket, inner: Socket): void {
  outer.unpipe(inner).pause();
  inner.unpipe(outer).pause();
}
