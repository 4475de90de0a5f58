import { ProtoWriter } from '../../../../wire/index.ts';
import type { GrpcHandler } from '../grpc/grpc-server.ts';
import { GrpcError, GrpcStatus } from '../grpc/grpc-status.ts';

/** One response message as a gRPC frame. */
export function frameOf(message: Buffer): Buffer {
  return new ProtoWriter(message.length + 8).frame(message.length).raw(message).finish();
}

/** A method that takes one request and gives one response; a thrown error becomes the call's status. */
export function unary(respond: (request: Buffer) => Promise<Buffer> | Buffer): GrpcHandler {
  return (call) => {
    let request: Buffer = Buffer.alloc(0);
    const sendResponse = async () => {
      try {
        call.send(frameOf(await respond(request)));
        call.finish();
      } catch (error) {
        call.fail(error);
      }
    };
    // A write that was asked for is answered even while the node stops; `answer` ends the call.
    let isRequested = false;
    call.onShutdown(() => {
      if (!isRequested) call.fail(new GrpcError(GrpcStatus.unavailable, 'The node is stopping.'));
    });
    call.receive({
      onMessage(message) {
        request = message;
      },
      onEnd() {
        isRequested = true;
        void sendResponse();
      },
    });
  };
}
