-- The collection, everyone who has signed in, their sessions, and the log of changes. Times in
-- milliseconds since 1970.
create table "Thoughts-Data" (
  "textID" text not null primary key check (length("textID") = 20),
  "uID" text not null,
  "uName" text not null,
  -- SQLite counts code points: never more than the UTF-16 units that the limit is in.
  "text" text not null check (length("text") between 1 and 150),
  "createdAt" integer not null,
  "uProfile" text not null,
  "version" integer not null check ("version" >= 1)
) strict;

create index "thoughts-newest-first" on "Thoughts-Data" ("createdAt" desc, "textID" desc);

create index "thoughts-by-author" on "Thoughts-Data" ("uID", "createdAt" desc, "textID" desc);

create table "users" (
  "uid" text not null primary key,
  "displayName" text,
  "photoURL" text,
  "email" text,
  "creationTime" integer not null,
  "lastSignInTime" integer not null,
  -- Who vouches for the person; null when nobody knows.
  "issuer" text,
  -- 1 when the issuer had verified the e-mail.
  "emailVerified" integer not null default 0
) strict;

create table "sessions" (
  "tokenHash" text not null primary key,
  "uid" text not null references "users" ("uid"),
  "issuer" text not null,
  "createdAt" integer not null,
  "lastSeenAt" integer not null
) strict;

-- Who may not sign in, also when nobody by that id has yet.
create table "blocked" ("uid" text not null primary key) strict, without rowid;

-- Facts about the database itself. The epoch changes only when its content is replaced.
create table "meta" ("key" text not null primary key, "value" text not null) strict;

insert into "meta" values
  ('epoch', lower(hex(randomblob(8)))),
  -- What signs cookies that have to outlive the process.
  ('cookie-secret', lower(hex(randomblob(32))));

-- Every change to a thought, in the order of the commits. Triggers write it in the transaction of
-- the change, so that no writer can leave it out, not even one who writes by hand.
create table "changes" (
  "position" integer primary key autoincrement,
  "textID" text not null
) strict;

-- Ids that were deleted, with whom they belonged to, so that a late copy of an add stores nothing.
create table "tombstones" (
  "textID" text not null primary key,
  "uID" text not null,
  "deletedAt" integer not null default (unixepoch() * 1000)
) strict, without rowid;

-- Where the log begins and ends, by one name in every kind of database. The sequence outlives the
-- changes that were pruned.
create view "log-head" as select
  (select "value" from "meta" where "key" = 'epoch') as "epoch",
  coalesce((select "seq" from "sqlite_sequence" where "name" = 'changes'), 0) as "last",
  (select min("position") from "changes") as "first";

create trigger "thought-added" after insert on "Thoughts-Data" begin
  insert into "changes" ("textID") values (new."textID");
end;

create trigger "thought-edited" after update on "Thoughts-Data" begin
  insert into "changes" ("textID") values (new."textID");
end;

create trigger "thought-deleted" after delete on "Thoughts-Data" begin
  insert into "changes" ("textID") values (old."textID");
  insert into "tombstones" ("textID", "uID") values (old."textID", old."uID") on conflict do nothing;
end;

-- Readers that missed more read their lists again.
create trigger "changes-pruned" after insert on "changes" when new."position" % 500 = 0 begin
  delete from "changes" where "position" <= new."position" - 2000;
end;
