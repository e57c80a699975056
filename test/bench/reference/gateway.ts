/** Gateway of the reference: one route, one call, the answer as JSON. */
import type { AddressInfo } from 'node:net';
import { credentials } from '@grpc/grpc-js';
import { DealServiceClient } from '@svc/proto/deal/v1/deal_service';
import express from 'express';

const client = new DealServiceClient(JSON.parse(process.argv[2] ?? '') as string, credentials.createInsecure());

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.get('/api/deals/:id', (request, response, next) => {
  client.getDeal({ dealId: request.params.id }, (error, answer) => {
    if (error) next(error);
    else response.json(answer.deal);
  });
});
const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
